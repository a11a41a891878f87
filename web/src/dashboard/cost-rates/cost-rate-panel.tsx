import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CostRate } from '../../api/api-types.ts'
import { costRateQuery } from '../../api/cost-rates.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { modelInWords, priceInWords, tierInWords } from './cost-rate-in-words.ts'
import { CostRateStatus } from './cost-rate-status.tsx'
import { EffectiveFrom } from './effective-from.tsx'
import { rateFacts } from './rate-facts.ts'
import { RepriceButton } from './reprice-button.tsx'

type Props = { costRateId: string; onClose: () => void }

/** All details of an own rate, next to the list; events link to it. */
export default function CostRatePanel({ costRateId, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(costRateQuery(slug, costRateId))
  return (
    <SidePanel
      title={data ? modelInWords(data) : 'Cost rate'}
      about={data?.model ? data.modelProvider : undefined}
      row={costRateId}
      onClose={onClose}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={8} />}
      {data === null && <Text>This organization has no cost rate with this id.</Text>}
      {data && (
        <Stack gap="lg">
          <Facts facts={factsOf(data)} />
          <RepriceButton rate={data} />
          {data.unitCost === null && data.percentOff === null && (
            <Text size="sm" c="dimmed">
              Rates are in US dollars per million tokens.
            </Text>
          )}
        </Stack>
      )}
    </SidePanel>
  )
}

function factsOf(rate: CostRate) {
  const { effectiveTo, costAllocationId } = rate
  const { serviceTier, effectiveFrom, note, createdAt, withdrawnAt, id, percentOff } = rate
  const price = percentOff === null ? rateFacts(rate) : []
  return [
    ['Status', <CostRateStatus key="state" rate={rate} />],
    ...(percentOff !== null || rate.isFree ? [['Price', priceInWords(rate)] as const] : []),
    ...price,
    ['Tier of service', tierInWords(serviceTier)],
    ['From', <EffectiveFrom key="from" at={effectiveFrom} />],
    ...(effectiveTo === null
      ? []
      : [['To', <Timestamp key="to" at={effectiveTo} as="day" />] as const]),
    ...(costAllocationId === null
      ? []
      : [['Allocation', <OfAllocation key="of" allocationId={costAllocationId} />] as const]),
    [
      'Note',
      <Text key="note" inherit style={{ whiteSpace: 'pre-line' }}>
        {note ?? '–'}
      </Text>,
    ],
    ['Set by', rate.actorName ?? rate.actor],
    ['Set', <Timestamp key="set" at={createdAt} />],
    ...(withdrawnAt === null
      ? []
      : [['Withdrawn', <Timestamp key="end" at={withdrawnAt} />] as const]),
    ['Rate id', <CopyText key="id" text={id} label="Copy rate id" />],
  ] as const
}

/** The allocation whose amount the rate spreads over a month. */
function OfAllocation({ allocationId }: { allocationId: string }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/developers/cost-allocations"
      params={{ slug }}
      search={{ allocation: allocationId }}
      inherit
    >
      Open the allocation
    </AnchorLink>
  )
}
