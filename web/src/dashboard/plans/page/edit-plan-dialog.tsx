import type { PricingPlan } from '../../../api/api-types.ts'
import { updatePlan } from '../../../api/plans.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'

/** Edits a plan except its currency, because all its prices use it. */
export default function EditPlanDialog({
  plan,
  onClose,
}: {
  plan: PricingPlan
  onClose: () => void
}) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  const state = useApiForm({
    initial: { name: plan.name, description: plan.description ?? '' },
    send: ({ name, description }) =>
      updatePlan(slug, plan.id, { name: name.trim(), description: description.trim() || null }),
    onDone: async ({ name }) => {
      await refresh()
      toast(`${name} is saved`)
      onClose()
    },
  })
  return (
    <Dialog title="Edit plan" isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <TextField form={state.form} name="name" label="Name" data-autofocus />
        <TextAreaField form={state.form} name="description" label="Description" rows={2} />
      </ApiForm>
    </Dialog>
  )
}
