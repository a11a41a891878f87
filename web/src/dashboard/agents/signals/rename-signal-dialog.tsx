import type { Signal } from '../../../api/api-types.ts'
import { updateSignal } from '../../../api/signals.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useAgentsRefresh } from '../use-refresh.ts'

type Props = { signal: Signal; onClose: () => void }

export default function RenameSignalDialog({ signal, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useAgentsRefresh(slug)
  const { name, shortName } = signal
  const state = useApiForm({
    initial: { name, shortName, description: signal.description ?? '' },
    send: ({ description, ...values }) =>
      updateSignal(slug, signal.id, { ...values, description: description.trim() || null }),
    onDone: async (after) => {
      onClose()
      toast(`${after.name} is saved`)
      await refresh()
    },
  })
  return (
    <Dialog title="Rename signal" isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <TextField
          form={state.form}
          name="name"
          label="Name"
          description="Shown on invoices and in analytics."
          data-autofocus
        />
        <TextField
          form={state.form}
          name="shortName"
          label="Short name"
          description="Events refer to the signal by its short name. Events that use the old one create a new signal."
        />
        <TextAreaField form={state.form} name="description" label="Description" rows={2} />
      </ApiForm>
    </Dialog>
  )
}
