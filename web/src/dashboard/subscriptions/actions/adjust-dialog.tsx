import { Text } from '@mantine/core'
import { updateSubscription } from '../../../api/subscriptions.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { type DialogProps, useChange } from './use-change.ts'

/** A one-time amount on a separate line of the next invoice. */
export default function AdjustDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const change = useChange()
  const { proratedAmount: waiting, currency } = subscription
  const state = useApiForm({
    initial: { proratedAmount: waiting === null ? '' : String(waiting) },
    // Kept as text, because parsing could round it.
    send: ({ proratedAmount }) =>
      updateSubscription(slug, subscription.id, { proratedAmount: proratedAmount.trim() || null }),
    onDone: (after) => {
      const amount = after.proratedAmount
      change(
        after,
        amount === null
          ? 'The adjustment has been removed'
          : `An adjustment of ${formatAmount(amount, currency)} will be on the next invoice`,
      )
      onClose()
    },
  })
  return (
    <Dialog title="Adjustment of the next invoice" isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <TextField
          form={state.form}
          name="proratedAmount"
          label={`Amount in ${currency}`}
          description="A negative amount reduces the invoice. Leave empty to remove the adjustment."
          placeholder="-12.50"
          data-autofocus
        />
        {waiting !== null && (
          <Text size="sm" c="dimmed">
            {formatAmount(waiting, currency)} is pending for the next invoice. Saving replaces it.
          </Text>
        )}
      </ApiForm>
    </Dialog>
  )
}
