import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMail, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation, SentInvitation } from '../../api/api-types.ts'
import { resendInvitation, withdrawInvitation } from '../../api/invitations.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { usePeopleRefresh } from './use-people-change.ts'

/** Renews the link of an invitation, which invalidates the old one, or withdraws the invitation. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  if (invitation.status === 'accepted' || invitation.status === 'withdrawn') return null
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Resend invitation={invitation} />
      {invitation.status === 'pending' && <Withdraw invitation={invitation} />}
    </Group>
  )
}

function Resend({ invitation: { id, email } }: { invitation: Invitation }) {
  const { slug } = useOrganization()
  const refresh = usePeopleRefresh(slug)
  const [sent, setSent] = useState<SentInvitation>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => resendInvitation(slug, id),
    onSuccess: (answer) => {
      if (answer.url === null) toast(`A new link is on its way to ${email}`)
      else setSent(answer)
    },
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
  return (
    <>
      <Tooltip label="Send again">
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={isPending}
          aria-label={`Send the invitation of ${email} again`}
          onClick={() => mutate()}
        >
          <IconMail size={16} />
        </ActionIcon>
      </Tooltip>
      {sent && <InvitationLinkDialog invitation={sent} onClose={() => setSent(undefined)} />}
    </>
  )
}

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const { slug } = useOrganization()
  const refresh = usePeopleRefresh(slug)
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={dialog.open}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <ConfirmDialog
        title="Withdraw the invitation?"
        isOpen={isOpen}
        onClose={dialog.close}
        action="Withdraw invitation"
        run={async () => {
          await withdrawInvitation(slug, id)
          await refresh()
          toast(`The invitation of ${email} is withdrawn`)
        }}
      >
        <Text>The link that was sent to {email} stops working.</Text>
      </ConfirmDialog>
    </>
  )
}
