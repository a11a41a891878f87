import { Stack } from '@mantine/core'
import type { RunDetail } from '../../../api/api-types.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { formatCost, formatCount } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { CustomerLink } from '../../links/customer-link.tsx'
import { durationInWords, NONE, outcomeInWords } from '../run-in-words.ts'

/** What a run cost and earned, and whose it is. */
export function RunFigures({ run }: { run: RunDetail }) {
  const { amount, currency, margin, note } = run.revenue
  return (
    <Stack gap="md">
      <FigureGrid
        figures={[
          { label: 'Cost', value: costInWords(run) },
          {
            label: 'Revenue, estimated',
            value: amount === null || currency === null ? NONE : formatCost(amount, currency),
            ...(note !== null && { note }),
          },
          { label: 'Margin, estimated', value: margin === null ? NONE : formatCost(margin) },
          { label: 'Duration', value: durationInWords(run) },
        ]}
      />
      <Facts facts={factsOf(run)} />
    </Stack>
  )
}

function costInWords({ eventCount, usageCost }: RunDetail): string {
  if (eventCount === 0) return NONE
  return usageCost === null ? NO_COST_YET : formatCost(usageCost)
}

function factsOf(run: RunDetail) {
  const { startedAt, endedAt } = run
  return [
    ['Customer', <Customer key="c" run={run} />],
    ['Agent', run.agentCode ?? NONE],
    ['Outcome', outcomeInWords(run)],
    ['Started', startedAt === null ? NONE : <Timestamp key="s" at={startedAt} />],
    ['Ended', endedAt === null ? NONE : <Timestamp key="e" at={endedAt} />],
    ['Received', <Timestamp key="r" at={run.firstReceivedAt} />],
    ['Spans', formatCount(run.spanCount)],
    ['Events', formatCount(run.eventCount)],
  ] as const
}

/** Links to the customer once an event of the run belongs to it. */
function Customer({ run: { customerExternalId, events } }: { run: RunDetail }) {
  if (customerExternalId === null) return NONE
  const event = events.find((one) => one.customerExternalId === customerExternalId)
  if (event === undefined) return customerExternalId
  return <CustomerLink customerId={event.customerId} name={customerExternalId} inherit />
}
