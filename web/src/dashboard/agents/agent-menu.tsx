import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconRestore, IconTrash } from '@tabler/icons-react'
import { updateAgent } from '../../api/agents.ts'
import type { Agent } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { DeleteAgent } from './delete-agent.tsx'
import { useSwitch } from './use-refresh.ts'

export function AgentMenu({ agent }: { agent: Agent }) {
  const { slug } = useOrganization()
  const [isDeleting, deleting] = useDisclosure()
  const { mutate } = useSwitch(slug, (isActive) => updateAgent(slug, agent.id, { isActive }))
  return (
    <>
      <RowMenu of={agent.name}>
        <AllowedItem
          permission="write"
          icon={agent.isActive ? IconArchive : IconRestore}
          onClick={() => mutate(!agent.isActive)}
        >
          {agent.isActive ? 'Retire' : 'Activate'}
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeleteAgent agent={agent} isOpen={isDeleting} onClose={deleting.close} />
    </>
  )
}
