import { Stack } from '@mantine/core'
import type { EmailSummary } from '../../api/api-types.ts'
import { emailDocumentAddress } from '../../api/emails.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import classes from './mail.module.css'

type Props = { mail: EmailSummary; onClose: () => void }

/** An email as its recipient sees it, in a sandboxed frame that can only open links. */
export default function MailDialog({ mail, onClose }: Props) {
  const { slug } = useOrganization()
  const { id, subject, to, cc, createdAt, lastError } = mail
  return (
    <Dialog title={subject} isOpen onClose={onClose} size={720}>
      <Stack gap="md">
        <Facts
          facts={[
            ['To', to],
            ...(cc.length > 0 ? [['Copies', cc.join(', ')] as const] : []),
            ['Created', <Timestamp key="time" at={createdAt} />],
            ...(lastError === null ? [] : [['Error', lastError] as const]),
          ]}
        />
        <iframe
          className={classes.mail}
          title={`Email: ${subject}`}
          src={emailDocumentAddress(slug, id)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      </Stack>
    </Dialog>
  )
}
