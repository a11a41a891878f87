import { createSignals } from '../../../api/signals.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { TextAreaField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useAgentsRefresh } from '../use-refresh.ts'

const namesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type Props = { agentId: string; onClose: () => void }

export default function AddSignalsDialog({ agentId, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useAgentsRefresh(slug)
  const state = useApiForm({
    initial: { names: '' },
    check: ({ names }) => (namesIn(names).length > 0 ? {} : { names: 'Enter at least one name' }),
    send: ({ names }, key) =>
      createSignals(
        slug,
        namesIn(names).map((name) => ({ agentId, name })),
        key,
      ),
    onDone: async ({ results: [first, ...others] }) => {
      onClose()
      toast(
        others.length === 0
          ? `${first?.name} is added`
          : `${formatCount(others.length + 1)} signals are added`,
      )
      await refresh()
    },
  })
  return (
    <Dialog title="Add signals" isOpen onClose={onClose}>
      <ApiForm state={state} action="Add signals">
        <TextAreaField
          form={state.form}
          name="names"
          label="Names"
          description="One per line. Events refer to a signal by this name. Either all signals are added, or none."
          placeholder={'ticket-resolved\ncall-answered'}
          rows={4}
          data-autofocus
        />
      </ApiForm>
    </Dialog>
  )
}
