import { updateAgent } from '../../api/agents.ts'
import type { Agent } from '../../api/api-types.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { AgentFields } from './agent-fields.tsx'
import { useAgentsRefresh } from './use-refresh.ts'

type Props = { agent: Agent; onClose: () => void }

export default function EditAgentDialog({ agent, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useAgentsRefresh(slug)
  const { name, agentCode } = agent
  const state = useApiForm({
    initial: { name, agentCode, description: agent.description ?? '' },
    send: ({ description, ...values }) =>
      updateAgent(slug, agent.id, { ...values, description: description.trim() || null }),
    onDone: async (after) => {
      onClose()
      toast(`${after.name} is saved`)
      await refresh()
    },
  })
  return (
    <Dialog title="Edit agent" isOpen onClose={onClose}>
      <ApiForm state={state} action="Save">
        <AgentFields form={state.form} />
      </ApiForm>
    </Dialog>
  )
}
