import { StateBadge } from '../../ui/states/state-badge.tsx'

/** An inactive plan accepts no new subscriptions; existing ones continue. */
export function PlanState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge tone="good" label="Active" />
  ) : (
    <StateBadge tone="over" label="Inactive" />
  )
}
