import { createFileRoute } from '@tanstack/react-router'
import { ownSessionsQuery } from '../../api/account.ts'
import { AccountPage } from '../account/account-page.tsx'
import { requireSession } from '../session/require-session.ts'

export const Route = createFileRoute('/account')({
  beforeLoad: ({ context: { queryClient }, location }) =>
    requireSession(queryClient, location.href).then(() => undefined),
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(ownSessionsQuery),
  component: AccountPage,
})
