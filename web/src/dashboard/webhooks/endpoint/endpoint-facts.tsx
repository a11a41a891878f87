import { Code, Group, SimpleGrid } from '@mantine/core'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { useIsPhone } from '../../../ui/theme/use-is-phone.ts'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { EndpointStatus } from '../endpoint-status.tsx'

/** Details of an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, includeCosts, lastSuccessAt, waiting, previousSecretUntil, createdAt } = endpoint
  const isPhone = useIsPhone()
  const previous = [
    'Previous secret',
    <span key="p">
      signs too until <Timestamp at={previousSecretUntil ?? createdAt} />
    </span>,
  ] as const
  const what = [
    ['Status', <EndpointStatus key="s" endpoint={endpoint} />],
    ['Types', <Types key="t" types={endpoint.types} />],
    ['Costs and margins', includeCosts ? 'Included' : 'Left out'],
    ['Endpoint id', <CopyText key="i" text={id} label="Copy endpoint id" />],
  ] as const
  const when = [
    [
      'Last success',
      lastSuccessAt === null ? 'Never' : <Timestamp key="l" at={lastSuccessAt} as="distance" />,
    ],
    ['Pending', formatCount(waiting)],
    ...(isAhead(previousSecretUntil) ? [previous] : []),
    ['Created', <Timestamp key="c" at={createdAt} />],
  ] as const
  if (isPhone) return <Facts facts={[...what, ...when]} />
  return (
    <SimpleGrid cols={2} spacing="xl" style={{ alignItems: 'start' }}>
      <Facts facts={what} />
      <Facts facts={when} />
    </SimpleGrid>
  )
}

const isAhead = (at: string | null) => at !== null && Date.parse(at) > Date.now()

function Types({ types }: Pick<WebhookEndpoint, 'types'>) {
  if (types === null) return 'All types'
  return (
    <Group gap={6}>
      {types.map((type) => (
        <Code key={type}>{type}</Code>
      ))}
    </Group>
  )
}
