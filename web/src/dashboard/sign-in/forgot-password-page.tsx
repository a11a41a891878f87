import { Code, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { forgotPassword } from '../../api/session.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { AddressField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'

const BACK = <AnchorLink to="/sign-in">Back to sign-in</AnchorLink>

export function ForgotPasswordPage({ sendsMail }: { sendsMail: boolean }) {
  const [sentTo, setSentTo] = useState<string>()
  const state = useApiForm({
    initial: { email: '' },
    send: forgotPassword,
    onDone: (_, { email }) => setSentTo(email),
  })
  if (!sendsMail) return <ByCommandLine />
  if (sentTo !== undefined) return <LookAtMail address={sentTo} />
  return (
    <Centered title="Forgot your password?" foot={BACK}>
      <Text c="dimmed">We will email you a link to choose a new password.</Text>
      <ApiForm state={state} action="Send link" isWide>
        <AddressField form={state.form} />
      </ApiForm>
    </Centered>
  )
}

/** Identical whether or not the account exists, so that accounts cannot be probed. */
function LookAtMail({ address }: { address: string }) {
  return (
    <Centered title="Check your email" foot={BACK}>
      <Text role="status">
        If there is an account for <b>{address}</b>, we have sent a link to that address. It works
        once and expires after a short time.
      </Text>
      <Text c="dimmed">No email? Check your spam folder and the address.</Text>
    </Centered>
  )
}

function ByCommandLine() {
  return (
    <Centered title="Forgot your password?" foot={BACK}>
      <Stack gap="sm">
        <Text>
          This service does not send email. Ask its operator to create a link for you with this
          command:
        </Text>
        <Code block>npm run -s piecework -- users reset-password YOUR_EMAIL</Code>
      </Stack>
    </Centered>
  )
}
