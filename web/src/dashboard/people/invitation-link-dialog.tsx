import { Text } from '@mantine/core'
import type { SentInvitation } from '../../api/api-types.ts'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'

type Props = { invitation: SentInvitation; onClose: () => void }

/** Where no mail went out, whoever invites brings the link over. It is shown this once. */
export function InvitationLinkDialog({ invitation: { email, delivery, url }, onClose }: Props) {
  if (url === null) return null
  const why =
    delivery === 'failed' ? 'The mail server refused the mail.' : 'This service sends no mail.'
  return (
    <SecretDialog title={`Link for ${email}`} secret={url} label="Copy link" onClose={onClose}>
      <Text>
        {why} Give this link to {email} yourself. Whoever has it can accept the invitation, and it
        is shown only now.
      </Text>
    </SecretDialog>
  )
}
