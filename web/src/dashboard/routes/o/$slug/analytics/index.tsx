import { createFileRoute, redirect } from '@tanstack/react-router'

/** The first of the tabs. */
export const Route = createFileRoute('/o/$slug/analytics/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$slug/analytics/usage', params, replace: true })
  },
})
