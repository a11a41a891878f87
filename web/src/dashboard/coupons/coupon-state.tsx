import { StateBadge } from '../../ui/states/state-badge.tsx'

/** An ended coupon can no longer be granted; existing discounts continue. */
export function CouponState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge tone="good" label="Active" />
  ) : (
    <StateBadge tone="over" label="Ended" />
  )
}
