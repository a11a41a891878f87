import type { CostRate } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { useBusinessTime } from '../session/use-business-time.ts'

/** An active rate may be replaced by a later one, or apply to usage of a later date only. */
export function CostRateStatus({
  rate,
}: {
  rate: Pick<CostRate, 'effectiveFrom' | 'withdrawnAt'>
}) {
  const { effectiveFrom, withdrawnAt } = rate
  const now = useBusinessTime()
  if (withdrawnAt !== null) return <StateBadge tone="over" label="Withdrawn" />
  const isLater = now !== undefined && effectiveFrom !== null && new Date(effectiveFrom) > now
  return isLater ? (
    <StateBadge tone="waiting" label="Scheduled" />
  ) : (
    <StateBadge tone="good" label="Active" />
  )
}
