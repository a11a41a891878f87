import { Text } from '@mantine/core'
import { deleteAgent } from '../../api/agents.ts'
import type { Agent } from '../../api/api-types.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useAgentsRefresh } from './use-refresh.ts'

type Props = {
  agent: Agent
  isOpen: boolean
  onClose: () => void
  /** Called when the page of the agent no longer exists. */
  onDeleted?: () => Promise<unknown>
}

export function DeleteAgent({ agent: { id, name }, isOpen, onClose, onDeleted }: Props) {
  const { slug } = useOrganization()
  const refresh = useAgentsRefresh(slug)
  return (
    <ConfirmDialog
      title="Delete agent?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete agent"
      run={async () => {
        await deleteAgent(slug, id)
        toast(`${name} is deleted`)
        await onDeleted?.()
        await refresh()
      }}
    >
      <Text>
        <b>{name}</b> is removed from your lists, and its code can be used again. Its usage is kept.
        An agent with signals or a plan cannot be deleted; retire it instead.
      </Text>
    </ConfirmDialog>
  )
}
