import { createFileRoute, notFound } from '@tanstack/react-router'
import { setPreference } from '../../../../ui/preferences.ts'
import { NotAMember } from '../../../session/not-a-member.tsx'
import { requireSession } from '../../../session/require-session.ts'
import { Shell } from '../../../shell/shell.tsx'

export const Route = createFileRoute('/o/$slug')({
  // What is around every page belongs to the first load.
  codeSplitGroupings: [],
  beforeLoad: async ({ context: { queryClient }, params: { slug }, location }) => {
    const session = await requireSession(queryClient, location.href)
    const membership = session.memberships.find(({ organization }) => organization.slug === slug)
    if (membership === undefined) throw notFound()
    return { membership }
  },
  onEnter: ({ params: { slug } }) => setPreference('organization', slug),
  component: Shell,
  notFoundComponent: NotAMember,
})
