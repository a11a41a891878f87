import { useState } from 'react'
import type { PricingPlan } from '../../api/api-types.ts'
import { AGENTS } from '../../api/choices.ts'
import { linkAgent } from '../../api/plans.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Picker } from '../pickers/picker.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { usePlansRefresh } from './use-plans-refresh.ts'

type Props = { plan: PricingPlan; onClose: () => void }

export default function LinkAgentDialog({ plan, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  const [agentId, setAgentId] = useState<string>()
  const state = useApiForm({
    initial: { agentId: '' },
    check: (values) => (values.agentId === '' ? { agentId: 'Choose an agent' } : {}),
    send: (values) => linkAgent(slug, { planId: plan.id, agentId: values.agentId }),
    onDone: async () => {
      await refresh()
      toast('The agent is linked')
      onClose()
    },
  })
  return (
    <Dialog title="Link an agent" isOpen onClose={onClose}>
      <ApiForm state={state} action="Link agent">
        <Picker
          choices={AGENTS}
          label="Agent"
          any="Choose an agent"
          value={agentId}
          onChange={(id) => {
            setAgentId(id)
            state.form.setFieldValue('agentId', id ?? '')
            state.form.clearFieldError('agentId')
          }}
          error={state.form.errors.agentId}
          w="100%"
        />
      </ApiForm>
    </Dialog>
  )
}
