import { createFileRoute, notFound } from '@tanstack/react-router'
import { setPreference } from '../../../../ui/preferences/preferences.ts'
import { NotAMember } from '../../../session/not-a-member.tsx'
import { requireSession } from '../../../session/require-session.ts'
import { NoSuchPage } from '../../../shell/no-such-page.tsx'
import { Shell } from '../../../shell/shell.tsx'

const NOT_A_MEMBER = 'not a member'

export const Route = createFileRoute('/o/$slug')({
  // The frame around every page is part of the first load.
  codeSplitGroupings: [],
  beforeLoad: async ({ context: { queryClient }, params: { slug }, location }) => {
    const session = await requireSession(queryClient, location.href)
    const membership = session.memberships.find(({ organization }) => organization.slug === slug)
    if (membership === undefined) throw notFound({ data: NOT_A_MEMBER })
    return { membership }
  },
  onEnter: remember,
  // The user switched to another organization.
  onStay: remember,
  component: Shell,
  // Also covers an unknown URL below it, for which the shell is shown.
  notFoundComponent: ({ data }) => (data === NOT_A_MEMBER ? <NotAMember /> : <NoSuchPage />),
})

function remember({ params: { slug } }: { params: { slug: string } }): void {
  setPreference('organization', slug)
}
