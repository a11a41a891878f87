import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { invitationLinkQuery } from '../../api/invitations.ts'
import { visitorQuery } from '../../api/session.ts'
import { PageFailed } from '../../ui/states/page-failed.tsx'
import { InvitationPage } from '../sign-in/invitation-page.tsx'
import { InvitationUnknown } from '../sign-in/invitation-states.tsx'

export const Route = createFileRoute('/invitation/$token')({
  loader: ({ context: { queryClient }, params: { token } }) =>
    Promise.all([
      queryClient.ensureQueryData(invitationLinkQuery(token)),
      queryClient.ensureQueryData(visitorQuery),
    ]),
  component: InvitationRoute,
  errorComponent: (props) =>
    props.error instanceof ApiError && props.error.status === 404 ? (
      <InvitationUnknown />
    ) : (
      <PageFailed {...props} />
    ),
})

function InvitationRoute() {
  const [invitation, visitor] = Route.useLoaderData()
  const { token } = Route.useParams()
  return <InvitationPage token={token} invitation={invitation} visitor={visitor} />
}
