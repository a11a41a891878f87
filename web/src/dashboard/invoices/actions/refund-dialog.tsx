import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Payment } from '../../../api/api-types.ts'
import { refundPayment } from '../../../api/payments.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount, formatEditable } from '../../../ui/values/money.ts'
import { methodInWords } from '../../links/payment-words.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useRefreshAll } from '../use-refresh-all.ts'
import { actionOf } from './action-words.ts'

type Props = {
  payment: Pick<Payment, 'id' | 'invoiceId' | 'amount' | 'amountRefunded' | 'currency'> & {
    method: string
    provider: string | null
  }
  invoiceNumber: string
  onClose: () => void
}

/** Refunds a payment or a part of it. */
export default function RefundDialog({ payment, invoiceNumber, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useRefreshAll()
  const { amount, amountRefunded, currency } = payment
  // The remaining amount is not computed here; after a partial refund the user enters the amount.
  const suggested = amountRefunded === 0 ? formatEditable(amount, currency) : ''
  const [typed, setTyped] = useState(suggested)
  const state = useApiForm({
    initial: { amount: suggested, reason: '' },
    check: ({ amount: wanted, reason }) => ({
      amount: wanted.trim() === '' ? 'Enter an amount to refund' : undefined,
      reason: reason.trim() === '' ? 'Enter a reason' : undefined,
    }),
    send: ({ amount: wanted, reason }, key) =>
      refundPayment(
        slug,
        { invoiceId: payment.invoiceId, paymentId: payment.id },
        { amount: wanted.trim(), reason: reason.trim() },
        key,
      ),
    onDone: async (refund) => {
      const what = `${formatAmount(refund.amount, currency)} of ${invoiceNumber}`
      toast(refund.status === 'pending' ? `${what} is being refunded` : `${what} is refunded`)
      await refresh()
      onClose()
    },
  })
  return (
    <Dialog title={`Refund a payment of ${invoiceNumber}`} isOpen onClose={onClose}>
      <ApiForm
        state={state}
        action={actionOf('Refund', typed, currency)}
        color="red.8"
        isDeliberate
      >
        <Text>
          {paidInWords(payment)}{' '}
          {payment.provider === null
            ? 'This payment was recorded by hand, so you must return the money yourself.'
            : 'The money is returned to the original payment method.'}
        </Text>
        <TextField
          form={state.form}
          name="amount"
          label={`Amount (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
          data-autofocus={suggested === '' || undefined}
        />
        <TextAreaField
          form={state.form}
          name="reason"
          label="Reason"
          description="For your records; the customer does not see it."
          autosize
          minRows={2}
          data-autofocus={suggested !== '' || undefined}
        />
      </ApiForm>
    </Dialog>
  )
}

function paidInWords({ amount, amountRefunded, currency, method }: Props['payment']): string {
  const paid = `${formatAmount(amount, currency)} was paid by ${methodInWords(method)}`
  if (amountRefunded === 0) return `${paid}.`
  return `${paid}, of which ${formatAmount(amountRefunded, currency)} was refunded.`
}
