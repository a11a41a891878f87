import { useNavigate } from '@tanstack/react-router'
import { createAgent } from '../../api/agents.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { AgentFields } from './agent-fields.tsx'
import { useAgentsRefresh } from './use-refresh.ts'

export default function NewAgentDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const refresh = useAgentsRefresh(slug)
  const state = useApiForm({
    initial: { name: '', agentCode: '', description: '' },
    send: ({ description, ...values }, key) =>
      createAgent(slug, { ...values, description: description.trim() || null }, key),
    onDone: async (agent) => {
      onClose()
      await navigate({ to: '/o/$slug/agents/$agentId', params: { slug, agentId: agent.id } })
      toast(`${agent.name} is created`)
      await refresh()
    },
  })
  return (
    <Dialog title="New agent" isOpen onClose={onClose}>
      <ApiForm state={state} action="Create agent">
        <AgentFields form={state.form} />
      </ApiForm>
    </Dialog>
  )
}
