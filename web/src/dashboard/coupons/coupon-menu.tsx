import { useDisclosure } from '@mantine/hooks'
import { IconGift, IconPencil, IconPlayerStop, IconRestore, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Coupon } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { DeleteCoupon } from './delete-coupon.tsx'
import { useCouponSwitch } from './use-coupons-refresh.ts'

const GiveCouponDialog = lazy(() => import('../discounts/give-coupon-dialog.tsx'))
const RenameCouponDialog = lazy(() => import('./rename-coupon-dialog.tsx'))

export function CouponMenu({ coupon }: { coupon: Coupon }) {
  const [isGiving, giving] = useDisclosure()
  const [isRenaming, renaming] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { mutate: toggle } = useCouponSwitch(coupon)
  return (
    <>
      <RowMenu of={coupon.name}>
        {coupon.isActive && (
          <AllowedItem permission="write" icon={IconGift} onClick={giving.open}>
            Apply to a customer
          </AllowedItem>
        )}
        <AllowedItem permission="write" icon={IconPencil} onClick={renaming.open}>
          Rename
        </AllowedItem>
        <AllowedItem
          permission="write"
          icon={coupon.isActive ? IconPlayerStop : IconRestore}
          onClick={toggle}
        >
          {coupon.isActive ? 'End' : 'Activate'}
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeleteCoupon coupon={coupon} isOpen={isDeleting} onClose={deleting.close} />
      <Suspense>
        {isGiving && <GiveCouponDialog coupon={coupon} onClose={giving.close} />}
        {isRenaming && <RenameCouponDialog coupon={coupon} onClose={renaming.close} />}
      </Suspense>
    </>
  )
}
