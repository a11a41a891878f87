import { Text } from '@mantine/core'
import type { Coupon } from '../../api/api-types.ts'
import { deleteCoupon } from '../../api/coupons.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useCouponsRefresh } from './use-coupons-refresh.ts'

type Props = { coupon: Coupon; isOpen: boolean; onClose: () => void }

export function DeleteCoupon({ coupon: { id, name }, isOpen, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useCouponsRefresh()
  return (
    <ConfirmDialog
      title="Delete coupon?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete coupon"
      run={async () => {
        await deleteCoupon(slug, id)
        toast(`${name} is deleted`)
        await refresh()
      }}
    >
      <Text>
        <b>{name}</b> is removed from your lists and can no longer be applied. Discounts already
        applied continue; end them on the customer or subscription.
      </Text>
    </ConfirmDialog>
  )
}
