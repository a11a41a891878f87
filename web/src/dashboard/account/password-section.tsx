import { useQueryClient } from '@tanstack/react-query'
import { changePassword, ownSessionsQuery } from '../../api/account.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { NewPasswordField, PasswordField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Section } from '../../ui/layout/section.tsx'

const NOTHING = { currentPassword: '', newPassword: '' }

export function PasswordSection() {
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: NOTHING,
    send: changePassword,
    onDone: async () => {
      state.form.reset()
      await queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
      toast('Your password has been changed, and all your other sessions have been signed out')
    },
  })
  return (
    <Section title="Password" about="Changing your password signs out all your other sessions.">
      <ApiForm state={state} action="Change password" isPlain>
        <PasswordField
          form={state.form}
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordField form={state.form} name="newPassword" />
      </ApiForm>
    </Section>
  )
}
