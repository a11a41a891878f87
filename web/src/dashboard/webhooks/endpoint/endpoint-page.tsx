import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { endpointQuery } from '../../../api/webhook-endpoints.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import type { OnSearch } from '../../../ui/table/use-list.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { DeliveriesSearch } from '../deliveries/deliveries-search.ts'
import { DeliveriesSection } from '../deliveries/deliveries-section.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import { EndpointNotice } from './endpoint-notice.tsx'

type Props = {
  endpointId: string
  search: DeliveriesSearch
  onSearch: OnSearch<DeliveriesSearch>
}

/** An endpoint with its deliveries. */
export function EndpointPage({ endpointId, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(slug, endpointId))
  if (endpoint === null) return <EndpointNotFound />
  if (endpoint === undefined) {
    return (
      <Page title="Webhook endpoint">
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesSkeleton lines={6} />
        )}
      </Page>
    )
  }
  return (
    <Stack gap="md">
      <Head endpoint={endpoint} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <EndpointNotice endpoint={endpoint} />
      <Stack gap={32}>
        <EndpointFacts endpoint={endpoint} />
        <DeliveriesSection endpoint={endpoint} search={search} onSearch={onSearch} />
      </Stack>
    </Stack>
  )
}

function Head({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/developers/webhooks" params={{ slug }} size="sm">
        Webhooks
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <PageTitle>{endpoint.url}</PageTitle>
        <EndpointActions endpoint={endpoint} />
      </Group>
      {endpoint.description !== null && (
        <Text c="dimmed" maw={640}>
          {endpoint.description}
        </Text>
      )}
    </Stack>
  )
}

/** Shown for a deleted endpoint, one of another organization, and one that never existed. */
function EndpointNotFound() {
  const { slug } = useOrganization()
  return (
    <Page title="Webhook endpoint not found">
      <Empty
        title="It may have been deleted"
        action={
          <AnchorLink to="/o/$slug/developers/webhooks" params={{ slug }}>
            All webhook endpoints
          </AnchorLink>
        }
      >
        The deliveries to a deleted endpoint are listed with their announcements.
      </Empty>
    </Page>
  )
}
