import { createFileRoute } from '@tanstack/react-router'
import { readSearch, text } from '../../ui/url/search-readers.ts'
import { ResetPasswordPage } from '../sign-in/reset-password-page.tsx'

export const Route = createFileRoute('/reset-password')({
  validateSearch: readSearch({ token: text }),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  return <ResetPasswordPage token={Route.useSearch().token ?? ''} />
}
