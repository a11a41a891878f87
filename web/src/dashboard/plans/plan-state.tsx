import { StateBadge } from '../../ui/states/state-badge.tsx'

/** One that is off takes no new subscriptions; those there are go on. */
export function PlanState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge tone="good" label="Active" />
  ) : (
    <StateBadge tone="over" label="Inactive" />
  )
}
