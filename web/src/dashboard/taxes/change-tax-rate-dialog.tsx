import { useQueryClient } from '@tanstack/react-query'
import type { TaxRate } from '../../api/api-types.ts'
import { updateTaxRate } from '../../api/tax-rates.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { TaxFlag } from './tax-flags.tsx'

/** Edits a tax rate except its percentage, because invoices were created with it. */
export default function ChangeTaxRateDialog({
  rate,
  onClose,
}: {
  rate: TaxRate
  onClose: () => void
}) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, name, description, isDefault, isActive } = rate
  const state = useApiForm({
    initial: { name, description: description ?? '', isDefault, isActive },
    send: (values) =>
      updateTaxRate(slug, id, { ...values, description: values.description.trim() || null }),
    onDone: async (_, values) => {
      await queryClient.invalidateQueries({ queryKey: [slug, 'tax-rates'] })
      toast(`${values.name} is saved`)
      onClose()
    },
  })
  return (
    <Dialog title={`Edit ${name}`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <TextField
          form={state.form}
          name="name"
          label="Name"
          description="Printed on invoices."
          data-autofocus
        />
        <TextField
          form={state.form}
          name="description"
          label="Description"
          description="Internal; not printed on invoices."
        />
        <TaxFlag form={state.form} name="isDefault" />
        <TaxFlag form={state.form} name="isActive" />
      </ApiForm>
    </Dialog>
  )
}
