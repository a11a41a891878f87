import { Text } from '@mantine/core'
import type { AgentEarnings, DimensionSummary } from '../../api/api-types.ts'
import { Amounts } from '../../ui/values/amounts.tsx'
import { Cost } from '../../ui/values/cost.tsx'
import { formatCount, formatPercent } from '../../ui/values/money.ts'

/** Cost of the agent's work; unknown if no event of it has a cost yet. */
export function AgentCost({ usage }: { usage: DimensionSummary | undefined }) {
  if (usage === undefined) return '–'
  const { totalCost, totalEvents, uncostedEvents } = usage
  if (uncostedEvents === totalEvents) return <Cost value={null} />
  return (
    <>
      <Amounts amounts={[{ currency: 'USD', amount: totalCost }]} />
      {uncostedEvents > 0 && (
        <Text size="xs" c="dimmed" title="Events without a cost are not included">
          {formatCount(uncostedEvents)} without a cost
        </Text>
      )}
    </>
  )
}

/** Earnings by units and rates, less cost. Fees are not attributed to agents. */
export function AgentMargin({ earned }: { earned: AgentEarnings | undefined }) {
  if (earned === undefined) return <span title="No events">–</span>
  const { margin, marginPercent, marginNote } = earned
  if (margin === null) return <span title={marginNote ?? undefined}>–</span>
  return (
    <>
      <Amounts amounts={[{ currency: 'USD', amount: margin }]} />
      {marginPercent !== null && (
        <Text size="xs" c="dimmed">
          {formatPercent(marginPercent)}
        </Text>
      )}
    </>
  )
}
