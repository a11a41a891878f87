import { useQueryClient } from '@tanstack/react-query'
import { createTaxRate } from '../../api/tax-rates.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { TaxFlag } from './tax-flags.tsx'

const INITIAL = {
  name: '',
  description: '',
  percentage: '',
  isInclusive: false,
  isDefault: false,
}

export default function CreateTaxRateDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: INITIAL,
    send: ({ description, percentage, ...values }, key) =>
      createTaxRate(
        slug,
        // Kept as text, because parsing could round it.
        { ...values, percentage: percentage.trim(), description: description.trim() || null },
        key,
      ),
    onDone: async (_, { name }) => {
      await queryClient.invalidateQueries({ queryKey: [slug, 'tax-rates'] })
      toast(`${name} is created`)
      onClose()
    },
  })
  return (
    <Dialog title="New tax rate" isOpen onClose={onClose}>
      <ApiForm state={state} action="Create tax rate">
        <TextField
          form={state.form}
          name="name"
          label="Name"
          description="Printed on invoices."
          placeholder="VAT"
          data-autofocus
        />
        <TextField
          form={state.form}
          name="percentage"
          label="Percent"
          description="Enter 19 for 19%. This cannot be changed later."
          inputMode="decimal"
          placeholder="19"
        />
        <TextField
          form={state.form}
          name="description"
          label="Description"
          description="Internal; not printed on invoices."
        />
        <TaxFlag form={state.form} name="isInclusive" />
        <TaxFlag form={state.form} name="isDefault" />
      </ApiForm>
    </Dialog>
  )
}
