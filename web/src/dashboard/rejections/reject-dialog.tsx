import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { UsageEventDetail } from '../../api/api-types.ts'
import { rejectEvent } from '../../api/rejections.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { formatCount } from '../../ui/values/money.ts'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { useOrganization } from '../session/use-organization.ts'

type Values = { quantity: string; reason: string }

type Props = { event: UsageEventDetail; onClose: () => void }

/** Rejects units of an outcome: they are not billed, and the cost stays. */
export default function RejectDialog({ event, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, quantity: all, signal } = event
  const state = useApiForm({
    initial: { quantity: all, reason: '' },
    check: ({ quantity, reason }: Values) => ({
      ...(!isAmong(quantity.trim(), all) && {
        quantity: `Enter a whole number from 1 to ${formatCount(all)}`,
      }),
      ...(reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
    send: ({ quantity, reason }, key) =>
      rejectEvent(slug, id, { reason: reason.trim(), quantity: Number(quantity.trim()) }, key),
    onDone: ({ quantity }) => {
      onClose()
      toast(`${unitsInWords(quantity)} rejected`)
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  const { form } = state
  return (
    <Dialog title={`Reject ${signal.name}`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Reject">
        <TextField
          form={form}
          name="quantity"
          label="Units to reject"
          description={`Of ${unitsInWords(all)}.`}
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          description="Such as: the customer opened the ticket again."
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          Rejected units are not billed, and their cost stays. A draft is recalculated before it is
          final. The next invoice settles what a final invoice has billed.
        </Text>
      </ApiForm>
    </Dialog>
  )
}

/** Quantities are safe integers. */
const isAmong = (typed: string, all: string) =>
  /^0*[1-9]\d*$/.test(typed) && Number(typed) <= Number(all)
