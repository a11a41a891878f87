import { Code, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { setUp } from '../../api/session.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { AddressField, NameField, NewPasswordField, TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Centered } from '../../ui/layout/centered.tsx'
import { createFirstKey, firstKeyQuery } from '../first-event/first-key.ts'
import { useSwitchUser } from './use-switch-user.ts'

/** Creates the first owner. The service prints the link with its token when it starts. */
export function SetUpPage({ token }: { token: string | undefined }) {
  const enter = useSwitchUser()
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: { organizationName: '', name: '', email: '', password: '' },
    send: ({ organizationName, ...person }) => {
      const organization = organizationName.trim() === '' ? {} : { organizationName }
      return setUp({ ...person, ...organization, token: token ?? '' })
    },
    // The home page then shows a command that works as it is.
    onDone: async () => {
      const first = await createFirstKey(queryClient)
      await enter('/', () => {
        if (first) queryClient.setQueryData(firstKeyQuery(first.slug).queryKey, first.key)
      })
    },
  })
  if (token === undefined) return <TokenNeeded />
  return (
    <Centered title="Set up Piecework">
      <Text c="dimmed">You will be the first owner. You can invite others later.</Text>
      <ApiForm state={state} action="Create account" isWide>
        <TextField
          form={state.form}
          name="organizationName"
          label="Organization"
          placeholder="Acme Robotics"
          description="What your customers see on invoices. It can be changed later."
          autoComplete="organization"
          data-autofocus
        />
        <NameField form={state.form} />
        <AddressField form={state.form} />
        <NewPasswordField form={state.form} name="password" />
      </ApiForm>
    </Centered>
  )
}

function TokenNeeded() {
  return (
    <Centered title="Open the setup link">
      <Stack gap="sm">
        <Text>
          There are no accounts yet. To create the first one, open the link that the service printed
          when it started; it begins with <Code>/setup?token=</Code>.
        </Text>
        <Text c="dimmed">Restart the service to print the link again.</Text>
      </Stack>
    </Centered>
  )
}
