import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteDemo } from '../../../api/demo.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useSession } from '../../session/use-session.ts'

/** Deletes the demo; a user who is viewing it is sent to another organization. */
export function RemoveDemo() {
  const [isOpen, setOpen] = useState(false)
  const { slug } = useOrganization()
  const { memberships } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <AllowedButton permission="settings" variant="default" onClick={() => setOpen(true)}>
        Delete demo
      </AllowedButton>
      <ConfirmDialog
        title="Delete demo?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action="Delete demo"
        run={async () => {
          await deleteDemo(slug)
          toast('The demo is deleted')
          const stays = memberships.find(({ organization }) => organization.slug !== slug)
          if (stays)
            await navigate({ to: '/o/$slug/home', params: { slug: stays.organization.slug } })
          await queryClient.invalidateQueries()
        }}
      >
        <Text>
          Its customers, invoices and events are deleted with it. Your own organizations do not
          change.
        </Text>
      </ConfirmDialog>
    </>
  )
}
