import { Text } from '@mantine/core'
import { moveInvoiceDates } from '../../../api/subscriptions.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatDay } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { type DialogProps, useChange } from './use-change.ts'

const BILLING_DAY = /^\d{0,2}$/

/** Ends the period under way on another day; all later ones count from there. */
export default function InvoiceDatesDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const change = useChange()
  const state = useApiForm({
    initial: { nextInvoiceDate: '', billingDay: '' },
    check: ({ nextInvoiceDate, billingDay }) => ({
      ...(nextInvoiceDate === '' && billingDay === '' && { nextInvoiceDate: 'Choose one of them' }),
      ...(!BILLING_DAY.test(billingDay.trim()) && { billingDay: 'A day from 1 to 31' }),
    }),
    send: ({ nextInvoiceDate, billingDay }) =>
      moveInvoiceDates(slug, subscription.id, {
        ...(nextInvoiceDate !== '' && { nextInvoiceDate }),
        ...(billingDay.trim() !== '' && { billingDay: Number(billingDay) }),
      }),
    onDone: (after) => {
      const { nextInvoiceDate } = after
      change(after, nextInvoiceDate ? `Next invoice: ${formatDay(nextInvoiceDate)}` : 'Moved')
      onClose()
    },
  })
  const { nextInvoiceDate: next } = subscription
  return (
    <Dialog title="Move invoice dates" isOpen onClose={onClose}>
      <ApiForm state={state} action="Move">
        <Text size="sm" c="dimmed">
          {next !== null && `The next invoice is of ${formatDay(next)}. `}
          The period under way ends on the day you choose, with fees for its days, and later periods
          count from it.
        </Text>
        <DayFormField form={state.form} name="nextInvoiceDate" label="Next invoice" />
        <TextField
          form={state.form}
          name="billingDay"
          label="Or the day of each month"
          description="1 to 31; the next such day is the next invoice."
          inputMode="numeric"
        />
      </ApiForm>
    </Dialog>
  )
}
