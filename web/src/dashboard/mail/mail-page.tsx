import { Code } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { useSession } from '../session/use-session.ts'
import { MailList, type MailListProps } from './mail-list.tsx'

/** What customers would have got: without a mail server, mails are kept. */
export function MailPage(props: MailListProps) {
  const isSent = useSession().configured.mail
  return (
    <Page title={isSent ? 'Mail' : 'Captured mail'} about={isSent ? <SentBySmtp /> : <HowToSend />}>
      <MailList {...props} />
    </Page>
  )
}

function HowToSend() {
  return (
    <>
      No mail server is set, so mails to customers are kept here instead of sent. To let them out,
      set <Code>SMTP_URL</Code>, such as <Code>smtps://user:password@smtp.example.com</Code>, and
      start the service again.
    </>
  )
}

function SentBySmtp() {
  return (
    <>
      Mails go out by the server in <Code>SMTP_URL</Code>. Nothing is captured; these are the mails
      to customers, and what became of them.
    </>
  )
}
