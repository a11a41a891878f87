import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Customer } from '../../../api/api-types.ts'
import { payOutCredit } from '../../../api/customers.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

type Props = {
  customerId: string
  name: string
  balance: Customer['creditBalances'][number]
  onClose: () => void
}

/** Records a payout of credit, for example by bank transfer. */
export default function PayoutDialog({ customerId, name, balance, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { currency } = balance
  const state = useApiForm({
    initial: { amount: String(balance.amount), reference: '' },
    send: ({ amount, reference }, key) =>
      payOutCredit(
        slug,
        customerId,
        // Kept as text, because parsing could round it.
        {
          currency,
          amount: amount.trim(),
          ...(reference.trim() && { reference: reference.trim() }),
        },
        key,
      ),
    onDone: async (payout) => {
      await queryClient.invalidateQueries({ queryKey: [slug] })
      toast(`${formatAmount(payout.amount, currency)} is paid out to ${name}`)
      onClose()
    },
  })
  return (
    <Dialog title="Record a payout" isOpen onClose={onClose}>
      <ApiForm state={state} action="Record payout">
        <Text size="sm" c="dimmed">
          {formatAmount(balance.amount, currency)} of credit is available. Recording a payout does
          not move any money: it records that you have paid the credit back.
        </Text>
        <TextField
          form={state.form}
          name="amount"
          label={`Amount in ${currency}`}
          inputMode="decimal"
          data-autofocus
        />
        <TextField
          form={state.form}
          name="reference"
          label="Reference"
          description="For example, the bank transfer number."
        />
      </ApiForm>
    </Dialog>
  )
}
