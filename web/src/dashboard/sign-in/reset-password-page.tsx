import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { resetPassword } from '../../api/session.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { NewPasswordField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'

export function ResetPasswordPage({ token }: { token: string }) {
  const navigate = useNavigate()
  const state = useApiForm({
    initial: { newPassword: '' },
    send: ({ newPassword }) => resetPassword({ token, newPassword }),
    onDone: () => navigate({ to: '/sign-in', search: { after: 'reset' }, replace: true }),
  })
  return (
    <Centered
      title="Choose a new password"
      foot={<AnchorLink to="/forgot-password">Request a new link</AnchorLink>}
    >
      <Text c="dimmed">All your other sessions will be signed out.</Text>
      <ApiForm state={state} action="Change password" isWide>
        <NewPasswordField form={state.form} name="newPassword" />
      </ApiForm>
    </Centered>
  )
}
