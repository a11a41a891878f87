import { Checkbox } from '@mantine/core'
import type { PricingPlan } from '../../../api/api-types.ts'
import { updatePlan } from '../../../api/plans.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'

/** The maximum of the API. */
const DAYS_MAX = 365

const isDays = (typed: string) =>
  typed === '' || (/^0*[1-9]\d*$/.test(typed) && Number(typed) <= DAYS_MAX)

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
    initial: {
      name: plan.name,
      description: plan.description ?? '',
      rejectionDays: plan.rejectionDays === null ? '' : String(plan.rejectionDays),
      autoAcceptRejections: plan.autoAcceptRejections,
    },
    check: ({ rejectionDays }) => ({
      ...(!isDays(rejectionDays.trim()) && {
        rejectionDays: `Enter a whole number from 1 to ${DAYS_MAX}, or nothing`,
      }),
    }),
    send: ({ name, description, rejectionDays, autoAcceptRejections }) =>
      updatePlan(slug, plan.id, {
        name: name.trim(),
        description: description.trim() || null,
        rejectionDays: rejectionDays.trim() === '' ? null : Number(rejectionDays.trim()),
        autoAcceptRejections,
      }),
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
        <TextField
          form={state.form}
          name="rejectionDays"
          label="Days to reject"
          description="Days after the usage date in which customers can ask in the portal to reject an outcome. Empty: they cannot ask."
          inputMode="numeric"
        />
        <Checkbox
          label="Accept requests automatically"
          description="Otherwise you accept or decline each request."
          key={state.form.key('autoAcceptRejections')}
          {...state.form.getInputProps('autoAcceptRejections', { type: 'checkbox' })}
        />
      </ApiForm>
    </Dialog>
  )
}
