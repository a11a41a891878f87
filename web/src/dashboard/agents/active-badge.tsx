import { StateBadge } from '../../ui/states/state-badge.tsx'

/** A retired agent is kept, and usage is still recorded for it. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge tone="good" label="Active" />
  ) : (
    <StateBadge tone="over" label="Retired" />
  )
}
