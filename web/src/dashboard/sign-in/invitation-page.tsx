import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { InvitationLink, Session } from '../../api/api-types.ts'
import { acceptInvitation } from '../../api/invitations.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { NameField, NewPasswordField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { ROLES } from '../people/roles.ts'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { InvitationEnded } from './invitation-states.tsx'
import { useSwitchUser } from './use-switch-user.ts'

type Props = { token: string; invitation: InvitationLink; visitor: Session | null }

/** Shows the details of an invitation before any input. */
export function InvitationPage({ token, invitation, visitor }: Props) {
  const { status } = invitation
  if (status !== 'pending') return <InvitationEnded invitation={{ ...invitation, status }} />
  const { organization, inviter, email, role, expiresAt } = invitation
  return (
    <Centered title={`Join ${organization.name}`}>
      <Facts
        facts={[
          ['Invited by', inviter?.name ?? 'An owner'],
          ['Email', email],
          ['Role', `${ROLES[role].label}. ${ROLES[role].about}`],
          ['Valid until', <Timestamp key="until" at={expiresAt} />],
        ]}
      />
      <Accept token={token} invitation={invitation} visitor={visitor} />
    </Centered>
  )
}

function Accept({ token, invitation, visitor }: Props) {
  const { email, hasAccount } = invitation
  if (visitor?.person.email === email) return <Join token={token} />
  if (visitor !== null) return <SomebodyElse email={email} visitor={visitor} />
  if (hasAccount) return <SignInFirst token={token} />
  return <NewPerson token={token} />
}

function Join({ token }: { token: string }) {
  const enter = useSwitchUser()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => acceptInvitation(token, {}),
    onSuccess: ({ organization }) => enter(`/o/${organization.slug}/home`),
  })
  return (
    <Stack gap="md">
      {error && <Problem error={error} />}
      <Button size="sm" loading={isPending} onClick={() => mutate()}>
        Join
      </Button>
    </Stack>
  )
}

function SomebodyElse({ email, visitor }: { email: string; visitor: Session }) {
  return (
    <Stack gap="sm">
      <Text>
        You are signed in as <b>{visitor.person.email}</b>, and this invitation is for{' '}
        <b>{email}</b>. Sign out, then open the link again.
      </Text>
      <Group>
        <SignOutButton />
      </Group>
    </Stack>
  )
}

function SignInFirst({ token }: { token: string }) {
  return (
    <Text>
      You already have an account.{' '}
      <AnchorLink to="/sign-in" underline="always" search={{ to: `/invitation/${token}` }}>
        Sign in to join
      </AnchorLink>
      .
    </Text>
  )
}

function NewPerson({ token }: { token: string }) {
  const enter = useSwitchUser()
  const state = useApiForm({
    initial: { name: '', password: '' },
    send: (values) => acceptInvitation(token, values),
    onDone: ({ organization }) => enter(`/o/${organization.slug}/home`),
  })
  return (
    <ApiForm state={state} action="Create account and join" isWide>
      <NameField form={state.form} />
      <NewPasswordField form={state.form} name="password" />
    </ApiForm>
  )
}
