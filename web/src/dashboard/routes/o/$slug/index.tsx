import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/o/$slug/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$slug/home', params, replace: true })
  },
})
