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

/** Moves the end of the current period; later periods follow from it. */
export default function InvoiceDatesDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const change = useChange()
  const state = useApiForm({
    initial: { nextInvoiceDate: '', billingDay: '' },
    check: ({ nextInvoiceDate, billingDay }) => ({
      ...(nextInvoiceDate === '' &&
        billingDay === '' && { nextInvoiceDate: 'Choose a date or a billing day' }),
      ...(!BILLING_DAY.test(billingDay.trim()) && { billingDay: 'Enter a day from 1 to 31' }),
    }),
    send: ({ nextInvoiceDate, billingDay }) =>
      moveInvoiceDates(slug, subscription.id, {
        ...(nextInvoiceDate !== '' && { nextInvoiceDate }),
        ...(billingDay.trim() !== '' && { billingDay: Number(billingDay) }),
      }),
    onDone: (after) => {
      const { nextInvoiceDate } = after
      change(
        after,
        nextInvoiceDate
          ? `Next invoice: ${formatDay(nextInvoiceDate)}`
          : 'The invoice dates have been moved',
      )
      onClose()
    },
  })
  const { nextInvoiceDate: next } = subscription
  return (
    <Dialog title="Move invoice dates" isOpen onClose={onClose}>
      <ApiForm state={state} action="Move">
        <Text size="sm" c="dimmed">
          {next !== null && `The next invoice is on ${formatDay(next)}. `}
          The current billing period ends on the day you choose, with fees prorated to its days.
          Later periods are counted from that day.
        </Text>
        <DayFormField form={state.form} name="nextInvoiceDate" label="Next invoice" />
        <TextField
          form={state.form}
          name="billingDay"
          label="Or billing day"
          description="1 to 31. The next invoice is on the next such day."
          inputMode="numeric"
        />
      </ApiForm>
    </Dialog>
  )
}
