import { createFileRoute, redirect } from '@tanstack/react-router'
import { setupQuery } from '../../api/session.ts'
import { homeOf } from '../session/home-of.ts'
import { NoOrganization } from '../session/no-organization.tsx'
import { requireSession } from '../session/require-session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const setup = await queryClient.fetchQuery(setupQuery)
    if (setup.isOpen) throw redirect({ to: '/setup', replace: true })
    const home = homeOf(await requireSession(queryClient, '/'))
    if (home) throw redirect({ ...home, replace: true })
  },
  component: NoOrganization,
})
