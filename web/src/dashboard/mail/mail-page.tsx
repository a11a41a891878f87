import { Code } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { useSession } from '../session/use-session.ts'
import { MailList, type MailListProps } from './mail-list.tsx'

/** Sent emails, or captured ones if no mail server is configured. */
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
      No mail server is configured, so emails to customers are captured here instead of sent. To
      send them, set <Code>SMTP_URL</Code>, such as{' '}
      <Code>smtps://user:password@smtp.example.com</Code>, and restart the service.
    </>
  )
}

function SentBySmtp() {
  return (
    <>
      Emails are sent through the server in <Code>SMTP_URL</Code>. Nothing is captured; this list
      shows the emails to customers and their status.
    </>
  )
}
