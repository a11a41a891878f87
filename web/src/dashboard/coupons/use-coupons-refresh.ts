import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Coupon } from '../../api/api-types.ts'
import { couponsKey, updateCoupon } from '../../api/coupons.ts'
import { discountsKey } from '../../api/discounts.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Invalidates coupons, and discounts, which show their coupon's name. */
export function useCouponsRefresh() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: couponsKey(slug) }),
      queryClient.invalidateQueries({ queryKey: discountsKey(slug) }),
    ])
}

/** Ends a coupon, or reactivates an ended one. */
export function useCouponSwitch({ id, isActive }: Coupon) {
  const { slug } = useOrganization()
  const refresh = useCouponsRefresh()
  return useMutation({
    mutationFn: () => updateCoupon(slug, id, { isActive: !isActive }),
    onSuccess: (coupon) =>
      toast(
        coupon.isActive
          ? `${coupon.name} is active`
          : `${coupon.name} has ended. Discounts already applied continue`,
      ),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}
