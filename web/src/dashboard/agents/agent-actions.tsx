import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { updateAgent } from '../../api/agents.ts'
import type { Agent } from '../../api/api-types.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { DeleteAgent } from './delete-agent.tsx'
import { useSwitch } from './use-refresh.ts'

const EditAgentDialog = lazy(() => import('./edit-agent-dialog.tsx'))

export function AgentActions({ agent }: { agent: Agent }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [isEditing, editing] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { mutate, isPending } = useSwitch(slug, (isActive) =>
    updateAgent(slug, agent.id, { isActive }),
  )
  return (
    <Group gap="sm">
      <AllowedButton permission="write" variant="default" onClick={editing.open}>
        Edit
      </AllowedButton>
      <AllowedButton
        permission="write"
        variant="default"
        loading={isPending}
        onClick={() => mutate(!agent.isActive)}
      >
        {agent.isActive ? 'Retire' : 'Activate'}
      </AllowedButton>
      <AllowedButton permission="delete" variant="default" onClick={deleting.open}>
        Delete
      </AllowedButton>
      <DeleteAgent
        agent={agent}
        isOpen={isDeleting}
        onClose={deleting.close}
        onDeleted={() => navigate({ to: '/o/$slug/agents', params: { slug } })}
      />
      <Suspense>{isEditing && <EditAgentDialog agent={agent} onClose={editing.close} />}</Suspense>
    </Group>
  )
}
