import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CostAllocation, CostAllocationMonth } from '../../api/api-types.ts'
import { costAllocationQuery } from '../../api/cost-allocations.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CostRateLink } from '../cost-rates/cost-rate-link.tsx'
import { RunLink } from '../repricing/run-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { amountInWords, monthInWords, monthsInWords } from './allocation-in-words.ts'
import { MonthStatus } from './month-status.tsx'

type Props = { allocationId: string; onClose: () => void }

/** An allocation next to the list: how the amount of each month was spread. */
export default function AllocationPanel({ allocationId, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(costAllocationQuery(slug, allocationId))
  return (
    <SidePanel
      title={data?.model ?? 'Allocation'}
      about={data?.modelProvider}
      row={allocationId}
      onClose={onClose}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={10} />}
      {data === null && <Text>This organization has no allocation with this id.</Text>}
      {data && (
        <Stack gap="lg">
          <Facts facts={factsOf(data)} />
          {data.months.length === 0 && <Text c="dimmed">No month of it has begun.</Text>}
          {data.months.map((month) => (
            <Section key={month.month} title={monthInWords(month.month)}>
              <Facts facts={monthFacts(month)} />
            </Section>
          ))}
        </Stack>
      )}
    </SidePanel>
  )
}

function factsOf(allocation: CostAllocation) {
  const { note, actorName, actor, createdAt, id } = allocation
  return [
    ['Amount', amountInWords(allocation)],
    ['Months', monthsInWords(allocation)],
    [
      'Note',
      <Text key="note" inherit style={{ whiteSpace: 'pre-line' }}>
        {note ?? '–'}
      </Text>,
    ],
    ['Added by', actorName ?? actor],
    ['Added', <Timestamp key="t" at={createdAt} />],
    ['Allocation id', <CopyText key="id" text={id} label="Copy allocation id" />],
  ] as const
}

function monthFacts(month: CostAllocationMonth) {
  const { units, costRateId, cost, difference, repricingRunId } = month
  return [
    ['Status', <MonthStatus key="s" month={month} />],
    ['Units', formatCount(units)],
    ['Cost now', formatCost(cost)],
    ['Amount less cost', formatCost(difference)],
    [
      'Rate',
      costRateId === null ? (
        'Nothing ran, so the amount is not spread'
      ) : (
        <CostRateLink key="r" costRateId={costRateId} inherit>
          Open the rate
        </CostRateLink>
      ),
    ],
    ...(repricingRunId === null
      ? []
      : [
          [
            'Repricing',
            <RunLink key="run" runId={repricingRunId} inherit>
              Open the run
            </RunLink>,
          ] as const,
        ]),
  ] as const
}
