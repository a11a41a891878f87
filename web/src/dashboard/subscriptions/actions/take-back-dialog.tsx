import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { takeBackPlanChange } from '../../../api/plan-changes.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { DialogProps } from './use-change.ts'

/** Takes back a change of plan that waits. */
export default function TakeBackDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, name, planName } = subscription
  return (
    <ConfirmDialog
      title="Take back the change of plan?"
      isOpen
      onClose={onClose}
      action="Take back"
      run={async () => {
        await takeBackPlanChange(slug, id)
        await queryClient.invalidateQueries({ queryKey: [slug] })
        toast(`${name} stays on ${planName}`)
      }}
    >
      <Text>
        The subscription with the new plan, which has not started, is deleted, and <b>{name}</b>{' '}
        goes on as before.
      </Text>
    </ConfirmDialog>
  )
}
