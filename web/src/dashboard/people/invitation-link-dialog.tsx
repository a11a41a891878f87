import { Text } from '@mantine/core'
import type { SentInvitation } from '../../api/api-types.ts'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'

type Props = { invitation: SentInvitation; onClose: () => void }

/** Shows the link once, for delivery by hand, if no email was sent. */
export function InvitationLinkDialog({ invitation: { email, delivery, url }, onClose }: Props) {
  if (url === null) return null
  const why =
    delivery === 'failed'
      ? 'The mail server rejected the email.'
      : 'This service does not send email.'
  return (
    <SecretDialog title={`Link for ${email}`} secret={url} label="Copy link" onClose={onClose}>
      <Text>
        {why} Send this link to {email} yourself. Anyone with the link can accept the invitation,
        and it is shown only once.
      </Text>
    </SecretDialog>
  )
}
