import { Text } from '@mantine/core'
import { invoiceMailAddress } from '../../../api/invoices.ts'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './mail-frame.module.css'

/** Maximum length of a message in a URL, after percent-encoding. */
const ADDRESS_MAX = 6_000

type Props = { invoiceId: string; subject: string; message: string }

/** Preview of the email as the service would send it, in a sandboxed frame. */
export function MailFrame({ invoiceId, subject, message }: Props) {
  const { slug } = useOrganization()
  const beginning = beginningOf(message.trim())
  const options = {
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(beginning === '' ? {} : { message: beginning }),
  }
  return (
    <>
      <iframe
        className={classes.mail}
        title="Email preview"
        src={invoiceMailAddress(slug, invoiceId, options)}
        sandbox=""
      />
      {beginning !== message.trim() && (
        <Text size="xs" c="dimmed">
          The preview shows only the beginning of your message. The whole message is sent.
        </Text>
      )}
    </>
  )
}

function beginningOf(message: string): string {
  let text = message
  while (encodeURIComponent(text.toWellFormed()).length > ADDRESS_MAX) {
    text = text.slice(0, Math.floor(text.length / 2))
  }
  return text.toWellFormed()
}
