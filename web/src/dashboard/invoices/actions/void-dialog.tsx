import { Text } from '@mantine/core'
import type { Invoice } from '../../../api/api-types.ts'
import { voidInvoice } from '../../../api/invoices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useRefreshAll } from '../use-refresh-all.ts'

type Props = {
  invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'total' | 'currency' | 'status'>
  onClose: () => void
}

/** Voids an invoice. */
export default function VoidDialog({ invoice, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useRefreshAll()
  const { id, invoiceNumber, total, currency, status } = invoice
  const state = useApiForm({
    initial: { reason: '' },
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? 'Enter a reason' : undefined,
    }),
    send: ({ reason }, key) => voidInvoice(slug, id, { reason: reason.trim() }, key),
    onDone: async () => {
      toast(`${invoiceNumber} is void`)
      await refresh()
      onClose()
    },
  })
  const isKnown = status === 'issued' || status === 'overdue'
  return (
    <Dialog title={`Void ${invoiceNumber}?`} isOpen onClose={onClose}>
      <ApiForm
        state={state}
        action={`Void ${invoiceNumber}, ${formatAmount(total, currency)}`}
        color="red.8"
        isDeliberate
      >
        <Text>
          The invoice no longer has to be paid, and its period can be invoiced again. It keeps its
          number and stays in your lists. This cannot be undone.
          {isKnown && ' The customer is notified unless your settings say otherwise.'}
        </Text>
        <TextAreaField
          form={state.form}
          name="reason"
          label="Reason"
          description="For your records; the customer does not see it."
          autosize
          minRows={2}
          data-autofocus
        />
      </ApiForm>
    </Dialog>
  )
}
