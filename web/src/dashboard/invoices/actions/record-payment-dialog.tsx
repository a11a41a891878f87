import { NativeSelect } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Invoice, PaymentMethod } from '../../../api/api-types.ts'
import { recordPayment } from '../../../api/payments.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount, formatEditable } from '../../../ui/values/money.ts'
import { PAYMENT_METHODS } from '../../links/payment-words.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useRefreshAll } from '../use-refresh-all.ts'
import { actionOf } from './action-words.ts'

const DayField = lazy(() =>
  import('../../../ui/table/filters/day-field.tsx').then((module) => ({
    default: module.DayField,
  })),
)

type Props = {
  invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'amountDue' | 'currency'>
  onClose: () => void
}

/** Records a payment that was made outside the payment page. */
export default function RecordPaymentDialog({ invoice, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useRefreshAll()
  const { id, invoiceNumber, amountDue, currency } = invoice
  const suggested = formatEditable(amountDue, currency)
  const [typed, setTyped] = useState(suggested)
  const [day, setDay] = useState<string>()
  const state = useApiForm({
    initial: { amount: suggested, method: 'bank_transfer', reference: '', paidAt: '' },
    send: ({ amount, method, reference }, key) =>
      recordPayment(
        slug,
        id,
        {
          // Kept as text, because parsing could round it.
          amount: amount.trim(),
          method: method as PaymentMethod,
          ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
          ...(day === undefined ? {} : { paidAt: `${day}T00:00:00Z` }),
        },
        key,
      ),
    onDone: async ({ amount }) => {
      toast(`${formatAmount(amount, currency)} is recorded for ${invoiceNumber}`)
      await refresh()
      onClose()
    },
  })
  return (
    <Dialog title={`Record a payment for ${invoiceNumber}`} isOpen onClose={onClose}>
      <ApiForm state={state} action={actionOf('Record', typed, currency)} isDeliberate>
        <TextField
          form={state.form}
          name="amount"
          label={`Amount (${currency})`}
          description={`${formatAmount(amountDue, currency)} is due.`}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          label="Method"
          data={Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }))}
          key={state.form.key('method')}
          {...state.form.getInputProps('method')}
        />
        <TextField
          form={state.form}
          name="reference"
          label="Reference"
          description="What identifies the payment on your side, such as a transfer number. Printed on the invoice."
        />
        <Suspense>
          <DayField label="Paid on (UTC), today if empty" value={day} onChange={setDay} />
        </Suspense>
      </ApiForm>
    </Dialog>
  )
}
