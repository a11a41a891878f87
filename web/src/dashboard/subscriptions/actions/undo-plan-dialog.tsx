import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { takeBackPlanChange } from '../../../api/plan-changes.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { DialogProps } from './use-change.ts'

/** Undoes a scheduled plan change. */
export default function UndoPlanDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, name, planName } = subscription
  return (
    <ConfirmDialog
      title="Undo the plan change?"
      isOpen
      onClose={onClose}
      action="Undo plan change"
      run={async () => {
        await takeBackPlanChange(slug, id)
        await queryClient.invalidateQueries({ queryKey: [slug] })
        toast(`${name} stays on ${planName}`)
      }}
    >
      <Text>
        <b>{name}</b> continues on {planName}. The subscription on the new plan, which has not
        started, is deleted.
      </Text>
    </ConfirmDialog>
  )
}
