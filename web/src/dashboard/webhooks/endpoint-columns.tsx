import { Text } from '@mantine/core'
import type { WebhookEndpoint } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { EndpointMenu } from './endpoint-menu.tsx'
import { EndpointStatus } from './endpoint-status.tsx'

export const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  { header: 'URL', share: 40, cell: (endpoint) => <Name endpoint={endpoint} /> },
  { header: 'Status', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  {
    header: 'Types',
    share: 16,
    isOffPhone: true,
    cell: ({ types }) => (
      <Text size="sm" truncate title={types?.join(', ')}>
        {types === null ? 'All types' : typesInWords(types)}
      </Text>
    ),
  },
  {
    header: 'Last success',
    isOffPhone: true,
    width: 140,
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null ? 'Never' : <Timestamp at={lastSuccessAt} as="distance" />,
  },
  {
    header: 'Pending',
    isFigure: true,
    isOffPhone: true,
    width: 90,
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    header: 'Created',
    sort: 'createdAt',
    isOffPhone: true,
    width: 130,
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    width: 48,
    cell: (endpoint) => <EndpointMenu endpoint={endpoint} />,
  },
]

function typesInWords(types: readonly string[]): string {
  const [first = '', ...others] = types
  return others.length === 0 ? first : `${formatCount(types.length)} types`
}

function Name({ endpoint: { id, url, description } }: { endpoint: WebhookEndpoint }) {
  const { slug } = useOrganization()
  return (
    <>
      <AnchorLink
        to="/o/$slug/developers/webhooks/$endpointId"
        params={{ slug, endpointId: id }}
        size="sm"
        fw={500}
        display="block"
        truncate
        title={url}
      >
        {url}
      </AnchorLink>
      {description !== null && (
        <Text size="xs" c="dimmed" truncate title={description}>
          {description}
        </Text>
      )}
    </>
  )
}
