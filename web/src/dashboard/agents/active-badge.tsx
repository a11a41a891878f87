import { StateBadge } from '../../ui/states/state-badge.tsx'

/** Retired ones are kept, and usage is still recorded for them. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge tone="good" label="Active" />
  ) : (
    <StateBadge tone="over" label="Retired" />
  )
}
