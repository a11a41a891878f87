import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Coupon, DiscountCreate } from '../../api/api-types.ts'
import { couponChoices, subscriptionsOf } from '../../api/choices.ts'
import { couponsKey } from '../../api/coupons.ts'
import { discountsKey, giveDiscount } from '../../api/discounts.ts'
import { durationInWords, offInWords } from '../../ui/billing/discount-in-words.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Picker } from '../pickers/picker.tsx'
import { CustomerPicker } from '../pickers/pickers.tsx'
import { useOrganization } from '../session/use-organization.ts'

const COUPONS = couponChoices(
  (coupon) => `${offInWords(coupon)}, ${lower(durationInWords(coupon))}`,
)
const WIDE = '100%'

type Props = {
  /** Preset choices, whose fields are hidden. */
  coupon?: Coupon
  customerId?: string
  subscriptionId?: string
  onClose: () => void
}

type Values = { couponId: string; customerId: string; subscriptionId: string }

/** Grants a coupon to a customer, for all subscriptions or for one. */
export default function GiveCouponDialog({ coupon, onClose, ...known }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const initial = { customerId: '', subscriptionId: '', ...known, couponId: coupon?.id ?? '' }
  const [values, setValues] = useState<Values>(initial)
  const state = useApiForm({
    initial,
    check: problemsOf,
    send: (chosen: Values, key) => giveDiscount(slug, toBody(chosen), key),
    onDone: async ({ name }) => {
      onClose()
      toast(`${name} is applied`)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: discountsKey(slug) }),
        queryClient.invalidateQueries({ queryKey: couponsKey(slug) }),
      ])
    },
  })
  const choose = (change: Partial<Values>) => {
    setValues({ ...values, ...change })
    state.form.setValues(change)
    for (const field of Object.keys(change)) state.form.clearFieldError(field)
  }
  const { errors } = state.form
  return (
    <Dialog title={coupon ? `Apply ${coupon.name}` : 'Apply a coupon'} isOpen onClose={onClose}>
      <ApiForm state={state} action="Apply coupon">
        {coupon ? (
          <Text>
            {offInWords(coupon)}, {lower(durationInWords(coupon))} from now on.
          </Text>
        ) : (
          <Picker
            choices={COUPONS}
            label="Coupon"
            any="Choose a coupon"
            value={values.couponId || undefined}
            onChange={(id) => choose({ couponId: id ?? '' })}
            error={errors.couponId}
            w={WIDE}
          />
        )}
        {known.customerId === undefined && (
          <CustomerPicker
            any="Choose a customer"
            value={values.customerId || undefined}
            onChange={(id) => choose({ customerId: id ?? '', subscriptionId: '' })}
            error={errors.customerId}
            w={WIDE}
          />
        )}
        {known.subscriptionId === undefined && values.customerId !== '' && (
          <Picker
            key={values.customerId}
            choices={subscriptionsOf(values.customerId)}
            label="Applies to"
            any="All subscriptions of the customer"
            value={values.subscriptionId || undefined}
            onChange={(id) => choose({ subscriptionId: id ?? '' })}
            error={errors.subscriptionId}
            w={WIDE}
          />
        )}
        <Text size="sm" c="dimmed">
          Applies to invoices generated from now on. Issued invoices do not change.
        </Text>
      </ApiForm>
    </Dialog>
  )
}

function problemsOf({ couponId, customerId }: Values) {
  return {
    ...(couponId === '' && { couponId: 'Choose a coupon' }),
    ...(customerId === '' && { customerId: 'Choose a customer' }),
  }
}

function toBody({ couponId, customerId, subscriptionId }: Values): DiscountCreate {
  return { couponId, customerId, ...(subscriptionId === '' ? {} : { subscriptionId }) }
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
