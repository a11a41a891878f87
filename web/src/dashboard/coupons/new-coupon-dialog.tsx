import { NativeSelect, SegmentedControl, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createCoupon } from '../../api/coupons.ts'
import { organizationQuery } from '../../api/organization.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { type CouponValues, NO_COUPON, problemsOf, toBody } from './coupon-values.ts'
import { useCouponsRefresh } from './use-coupons-refresh.ts'

const DURATIONS = [
  { value: 'once', label: 'Next invoice only' },
  { value: 'repeating', label: 'Several invoices' },
  { value: 'forever', label: 'Every invoice' },
]

export default function NewCouponDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const refresh = useCouponsRefresh()
  const { data: organization } = useQuery(organizationQuery(slug))
  /** These two values decide which other fields are shown. */
  const [chosen, setChosen] = useState<Pick<CouponValues, 'off' | 'duration'>>(NO_COUPON)
  const fallback = organization?.currency ?? 'USD'
  const state = useApiForm({
    initial: NO_COUPON,
    check: problemsOf,
    send: (values, key) => createCoupon(slug, toBody(values, fallback), key),
    onDone: async ({ name }) => {
      await refresh()
      toast(`${name} is created. You can now apply it to a customer`)
      onClose()
    },
  })
  const choose = (change: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...change })
    state.form.setValues(change)
  }
  const { form } = state
  return (
    <Dialog title="New coupon" isOpen onClose={onClose}>
      <ApiForm state={state} action="Create coupon">
        <TextField
          form={form}
          name="name"
          label="Name"
          description="Printed on invoices."
          placeholder="Launch offer"
          data-autofocus
        />
        <SegmentedControl
          aria-label="Discount type"
          value={chosen.off}
          data={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: 'Fixed amount' },
          ]}
          onChange={(off) => choose({ off: off === 'amount' ? 'amount' : 'percent' })}
        />
        {chosen.off === 'percent' ? (
          <TextField
            form={form}
            name="percentOff"
            label="Percent off"
            description="Enter 20 for 20%. This cannot be changed later."
            inputMode="decimal"
            placeholder="20"
          />
        ) : (
          <SimpleGrid cols={2} spacing="sm">
            <TextField
              form={form}
              name="amountOff"
              label="Amount off"
              inputMode="decimal"
              placeholder="50.00"
            />
            <TextField
              form={form}
              name="currency"
              label="Currency"
              placeholder={fallback}
              maxLength={3}
            />
          </SimpleGrid>
        )}
        <NativeSelect
          label="Duration"
          data={DURATIONS}
          value={chosen.duration}
          onChange={({ currentTarget: { value } }) =>
            choose({ duration: value === 'repeating' || value === 'forever' ? value : 'once' })
          }
        />
        {chosen.duration === 'repeating' && (
          <TextField
            form={form}
            name="durationPeriods"
            label="Number of invoices"
            inputMode="numeric"
            placeholder="3"
          />
        )}
      </ApiForm>
    </Dialog>
  )
}
