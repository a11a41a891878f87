import type { CostRate } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { formatDayShort } from '../../ui/values/dates.ts'
import { useBusinessTime } from '../session/use-business-time.ts'

/**
 * An active rate may be replaced by a later one, or apply to usage of a later date only. A provisional
 * one is replaced when the month of its allocation settles.
 */
export function CostRateStatus({
  rate,
}: {
  rate: Pick<CostRate, 'effectiveFrom' | 'withdrawnAt' | 'provisionalUntil'>
}) {
  const { effectiveFrom, withdrawnAt, provisionalUntil } = rate
  const now = useBusinessTime()
  if (withdrawnAt !== null) return <StateBadge tone="over" label="Withdrawn" />
  if (provisionalUntil !== null) {
    const day = formatDayShort(provisionalUntil.slice(0, 10))
    return <StateBadge tone="waiting" label={`Provisional until ${day}`} />
  }
  const isLater = now !== undefined && effectiveFrom !== null && new Date(effectiveFrom) > now
  return isLater ? (
    <StateBadge tone="waiting" label="Scheduled" />
  ) : (
    <StateBadge tone="good" label="Active" />
  )
}
