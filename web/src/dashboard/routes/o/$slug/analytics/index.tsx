import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the first tab. */
export const Route = createFileRoute('/o/$slug/analytics/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$slug/analytics/usage', params, replace: true })
  },
})
