import { StateBadge } from '../../ui/states/state-badge.tsx'

/** One that has ended cannot be given any more; discounts already given go on. */
export function CouponState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge tone="good" label="Active" />
  ) : (
    <StateBadge tone="over" label="Ended" />
  )
}
