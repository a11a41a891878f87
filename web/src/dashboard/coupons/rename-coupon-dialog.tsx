import type { Coupon } from '../../api/api-types.ts'
import { updateCoupon } from '../../api/coupons.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useCouponsRefresh } from './use-coupons-refresh.ts'

type Props = { coupon: Coupon; onClose: () => void }

/** Renames a coupon. Its discount cannot change, because customers were promised it. */
export default function RenameCouponDialog({ coupon, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useCouponsRefresh()
  const state = useApiForm({
    initial: { name: coupon.name },
    send: ({ name }) => updateCoupon(slug, coupon.id, { name: name.trim() }),
    onDone: async ({ name }) => {
      await refresh()
      toast(`The coupon is now called ${name}`)
      onClose()
    },
  })
  return (
    <Dialog title="Rename coupon" isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <TextField
          form={state.form}
          name="name"
          label="Name"
          description="Printed on future invoices. The discount itself cannot be changed."
          data-autofocus
        />
      </ApiForm>
    </Dialog>
  )
}
