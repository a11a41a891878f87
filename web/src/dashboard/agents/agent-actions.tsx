import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { updateAgent } from '../../api/agents.ts'
import type { Agent } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
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
      <RowMenu of={agent.name}>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
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
