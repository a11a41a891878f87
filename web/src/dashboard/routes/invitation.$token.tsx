import { createFileRoute } from '@tanstack/react-router'
import { invitationLinkQuery } from '../../api/invitations.ts'
import { visitorQuery } from '../../api/session.ts'
import { InvitationPage } from '../sign-in/invitation-page.tsx'
import { InvitationUnknown } from '../sign-in/invitation-states.tsx'

export const Route = createFileRoute('/invitation/$token')({
  loader: ({ context: { queryClient }, params: { token } }) =>
    Promise.all([
      queryClient.fetchQuery(invitationLinkQuery(token)),
      queryClient.fetchQuery(visitorQuery),
    ]),
  component: InvitationRoute,
})

function InvitationRoute() {
  const [invitation, visitor] = Route.useLoaderData()
  const { token } = Route.useParams()
  if (invitation === null) return <InvitationUnknown />
  return <InvitationPage token={token} invitation={invitation} visitor={visitor} />
}
