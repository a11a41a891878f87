import { createFileRoute } from '@tanstack/react-router'
import { localPath } from '../../ui/url/local-path.ts'
import { oneOf, readSearch } from '../../ui/url/search-readers.ts'
import { SignInPage } from '../sign-in/sign-in-page.tsx'

export const Route = createFileRoute('/sign-in')({
  validateSearch: readSearch({ to: localPath, after: oneOf(['reset']) }),
  component: SignInRoute,
})

function SignInRoute() {
  const { to, after } = Route.useSearch()
  return <SignInPage to={to ?? '/'} isAfterReset={after === 'reset'} />
}
