import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CreditInCurrency } from '../../../api/api-types.ts'
import { payOutCredit } from '../../../api/customers.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount, formatEditable } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

type Props = { credit: CreditInCurrency; onClose: () => void }

/** Records a payout of credit from corrections, for example by bank transfer. */
export default function PayoutDialog({ credit: { currency, grants }, onClose }: Props) {
  const { slug } = useOrganization()
  const { id, name } = useCustomer()
  const queryClient = useQueryClient()
  const corrections = grants.filter(({ kind, left }) => kind === 'correction' && left > 0)
  const [only, ...others] = corrections
  const state = useApiForm({
    initial: {
      amount: only && others.length === 0 ? formatEditable(only.left, currency) : '',
      reference: '',
    },
    send: ({ amount, reference }, key) =>
      payOutCredit(
        slug,
        id,
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
  const amounts = corrections.map(({ left }) => formatAmount(left, currency))
  return (
    <Dialog title="Record a payout" isOpen onClose={onClose}>
      <ApiForm state={state} action="Record payout">
        <Text size="sm" c="dimmed">
          {amounts.join(' + ')} of credit from corrections can be paid out; paid and promotional
          credit cannot. Recording a payout does not move any money: it records that you have paid
          the credit back.
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
