import { createFileRoute, notFound } from '@tanstack/react-router'
import { setPreference } from '../../../../ui/preferences/preferences.ts'
import { NotAMember } from '../../../session/not-a-member.tsx'
import { requireSession } from '../../../session/require-session.ts'
import { NoSuchPage } from '../../../shell/no-such-page.tsx'
import { Shell } from '../../../shell/shell.tsx'

const NOT_A_MEMBER = 'not a member'

export const Route = createFileRoute('/o/$slug')({
  // What is around every page belongs to the first load.
  codeSplitGroupings: [],
  beforeLoad: async ({ context: { queryClient }, params: { slug }, location }) => {
    const session = await requireSession(queryClient, location.href)
    const membership = session.memberships.find(({ organization }) => organization.slug === slug)
    if (membership === undefined) throw notFound({ data: NOT_A_MEMBER })
    return { membership }
  },
  onEnter: remember,
  // Another organization of the same person.
  onStay: remember,
  component: Shell,
  // Also for an address below that leads nowhere: then the shell is there.
  notFoundComponent: ({ data }) => (data === NOT_A_MEMBER ? <NotAMember /> : <NoSuchPage />),
})

function remember({ params: { slug } }: { params: { slug: string } }): void {
  setPreference('organization', slug)
}
