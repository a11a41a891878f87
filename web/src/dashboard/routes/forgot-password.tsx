import { createFileRoute } from '@tanstack/react-router'
import { setupQuery } from '../../api/session.ts'
import { ForgotPasswordPage } from '../sign-in/forgot-password-page.tsx'

export const Route = createFileRoute('/forgot-password')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(setupQuery),
  component: ForgotPasswordRoute,
})

function ForgotPasswordRoute() {
  return <ForgotPasswordPage sendsMail={Route.useLoaderData().sendsMail} />
}
