import type { CostAllocationMonth } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { formatDayShort } from '../../ui/values/dates.ts'

/** Whether the rate of a month is final: "Provisional until 5 Dec", "Settled", "Nothing ran". */
export function MonthStatus({ month }: { month: CostAllocationMonth }) {
  const { state, settlesAt, costRateId } = month
  if (state === 'settled') {
    return costRateId === null ? (
      <StateBadge tone="over" label="Nothing ran" />
    ) : (
      <StateBadge tone="good" label="Settled" />
    )
  }
  return (
    <StateBadge
      tone="waiting"
      label={`Provisional until ${formatDayShort(settlesAt.slice(0, 10))}`}
    />
  )
}
