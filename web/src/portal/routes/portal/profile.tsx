import { createFileRoute } from '@tanstack/react-router'
import { oneOf, readSearch } from '../../../ui/url/search-readers.ts'
import { ProfilePage } from '../../profile/profile-page.tsx'

export const Route = createFileRoute('/portal/profile')({
  validateSearch: readSearch({ from: oneOf(['setup']) }),
  component: ProfileRoute,
})

function ProfileRoute() {
  const { from } = Route.useSearch()
  return <ProfilePage isBack={from === 'setup'} />
}
