import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
} from '../../../api/api-types.ts'
import { deliveryQuery } from '../../../api/webhook-endpoints.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { SidePanel } from '../../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import type { Steps } from '../../../ui/table/use-neighbours.ts'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { LIVE_MS } from '../live-switch.tsx'
import { ObjectLink } from '../object-link.tsx'
import { ResendButton } from '../resend-button.tsx'
import { refusalToSend } from '../use-endpoint-actions.ts'
import { useWebhooksRefresh } from '../use-webhooks-refresh.ts'
import { AttemptsSection } from './attempts-section.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { RequestSection } from './request-section.tsx'

type Props = {
  endpoint: WebhookEndpoint
  announcementId: string
  /** The delivery as the list has it, if it is on the page. */
  listed: WebhookDelivery | undefined
  steps: Steps
  onClose: () => void
}

/** A delivery next to the list: its request, and every attempt with its answer. */
export default function DeliveryPanel({ endpoint, announcementId, listed, steps, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery({
    ...deliveryQuery(slug, { endpointId: endpoint.id, announcementId }),
    // Shows the answer of a delivery that is under way.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LIVE_MS : false),
  })
  useInStep(data?.lastAttemptAt, listed?.lastAttemptAt)
  return (
    <SidePanel
      title={data?.type ?? 'Delivery'}
      about={data && <Timestamp at={data.createdAt} />}
      row={announcementId}
      onClose={onClose}
      onStep={steps}
    >
      <Stack gap="lg">
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && <LinesSkeleton lines={10} />}
        {data === null && (
          <Text>This delivery does not exist. Deliveries are deleted after some weeks.</Text>
        )}
        {data && (
          <>
            <Summary delivery={data} endpoint={endpoint} />
            <AttemptsSection attempts={data.attemptList} />
            <RequestSection delivery={data} />
          </>
        )}
      </Stack>
    </SidePanel>
  )
}

/** Reloads the list when the last attempt of its open delivery is another one. */
function useInStep(shown: string | null | undefined, listed: string | null | undefined): void {
  const refresh = useEffectEvent(useWebhooksRefresh())
  const isBehind = shown !== undefined && listed !== undefined && shown !== listed
  useEffect(() => {
    if (isBehind) void refresh()
  }, [isBehind])
}

type SummaryProps = { delivery: WebhookDeliveryDetail; endpoint: WebhookEndpoint }

function Summary({ delivery, endpoint }: SummaryProps) {
  const { status, attempts, nextAttemptAt, announcementId } = delivery
  return (
    <Stack gap="sm" align="flex-start">
      <Facts
        facts={[
          ['Status', <DeliveryStatus key="s" status={status} />],
          ['Attempts', formatCount(attempts)],
          ['Next attempt', nextAttemptAt === null ? '–' : <Timestamp key="n" at={nextAttemptAt} />],
          ['Object', <ObjectLink key="o" of={delivery} />],
          ['Announcement id', <CopyText key="i" text={announcementId} label="Copy id" />],
        ]}
      />
      <ResendButton
        announcementId={announcementId}
        endpointId={endpoint.id}
        refusal={refusalToSend(endpoint)}
      />
    </Stack>
  )
}
