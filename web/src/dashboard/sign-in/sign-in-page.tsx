import { Text } from '@mantine/core'
import { signIn } from '../../api/session.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { AddressField, PasswordField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'
import { useSwitchUser } from './use-switch-user.ts'

type Props = { to: string; isAfterReset: boolean }

export function SignInPage({ to, isAfterReset }: Props) {
  const enter = useSwitchUser()
  const state = useApiForm({
    initial: { email: '', password: '' },
    send: signIn,
    onDone: () => enter(to),
  })
  const back = to === '/' ? undefined : 'Sign in to continue to the page you requested.'
  const hint = isAfterReset
    ? 'Your password has been changed. Sign in with the new password.'
    : back
  return (
    <Centered
      title="Sign in"
      foot={<AnchorLink to="/forgot-password">Forgot your password?</AnchorLink>}
    >
      {hint && <Text c="dimmed">{hint}</Text>}
      <ApiForm state={state} action="Sign in" isWide>
        <AddressField form={state.form} />
        <PasswordField
          form={state.form}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
      </ApiForm>
    </Centered>
  )
}
