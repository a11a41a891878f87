import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteSubscription } from '../../../api/subscriptions.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { DialogProps } from './use-change.ts'

export default function DeleteDialog({ subscription: { id, name }, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title="Delete subscription?"
      isOpen
      onClose={onClose}
      action="Delete subscription"
      run={async () => {
        await deleteSubscription(slug, id)
        await navigate({ to: '/o/$slug/subscriptions', params: { slug } })
        await queryClient.invalidateQueries({ queryKey: [slug] })
        toast(`${name} is deleted`)
      }}
    >
      <Text>
        <b>{name}</b> and its drafts are deleted, and its usage no longer belongs to a subscription.
        If the subscription has been invoiced, it is ended now instead and can still be viewed.
      </Text>
    </ConfirmDialog>
  )
}
