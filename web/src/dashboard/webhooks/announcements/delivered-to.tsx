import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announcementDeliveriesQuery } from '../../../api/announcements.ts'
import type { WebhookDelivery } from '../../../api/api-types.ts'
import { endpointQuery } from '../../../api/webhook-endpoints.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { answerInWords } from '../deliveries/delivery-words.ts'
import { LIVE_MS } from '../live-switch.tsx'
import { ResendButton } from '../resend-button.tsx'

/** The endpoints to which an announcement was sent, each with its state. */
export function DeliveredTo({ announcementId }: { announcementId: string }) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery({
    ...announcementDeliveriesQuery(slug, announcementId),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'pending') ? LIVE_MS : false,
  })
  const hasAny = data !== undefined && data.results.length > 0
  return (
    <Section
      title="Delivered to"
      action={hasAny && <ResendButton announcementId={announcementId} />}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={2} />}
      {data?.results.length === 0 && (
        <NoRows>No endpoint received it: none that was enabled takes this type.</NoRows>
      )}
      {data?.results.map((delivery) => (
        <Delivery key={delivery.endpointId} delivery={delivery} />
      ))}
    </Section>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { status, lastAttempt } = delivery
  return (
    <Stack gap={2}>
      <Endpoint of={delivery} />
      <Group gap="sm">
        <DeliveryStatus status={status} />
        {lastAttempt !== null && (
          <Text size="sm" c="dimmed">
            Answer: {answerInWords(lastAttempt)}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

/** Leads to the delivery on the page of its endpoint. */
function Endpoint({ of: { endpointId, announcementId } }: { of: WebhookDelivery }) {
  const { slug } = useOrganization()
  const { data, isPending } = useQuery(endpointQuery(slug, endpointId))
  if (data === null) return <Text size="sm">A deleted endpoint</Text>
  return (
    <AnchorLink
      to="/o/$slug/developers/webhooks/$endpointId"
      params={{ slug, endpointId }}
      search={{ delivery: announcementId }}
      size="sm"
      fw={500}
      display="block"
      truncate
      title={data?.url}
    >
      {data?.url ?? (isPending ? 'Loading…' : endpointId)}
    </AnchorLink>
  )
}
