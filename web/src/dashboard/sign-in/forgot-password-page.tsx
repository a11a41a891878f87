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
      <Text c="dimmed">We send a link to choose another one.</Text>
      <ApiForm state={state} action="Send link" isWide>
        <AddressField form={state.form} />
      </ApiForm>
    </Centered>
  )
}

/** The same whether or not there is such an account: nobody learns here who has one. */
function LookAtMail({ address }: { address: string }) {
  return (
    <Centered title="Look at your mail" foot={BACK}>
      <Text role="status">
        If there is an account for <b>{address}</b>, a link is on its way to it. It works once, for
        a short time.
      </Text>
      <Text c="dimmed">Nothing there? Look in the spam folder, or check the address.</Text>
    </Centered>
  )
}

function ByCommandLine() {
  return (
    <Centered title="Forgot your password?" foot={BACK}>
      <Stack gap="sm">
        <Text>
          This service sends no mail. Ask whoever runs it to make a link for you with this command:
        </Text>
        <Code block>npm run -s piecework -- users reset-password YOUR_EMAIL</Code>
      </Stack>
    </Centered>
  )
}
