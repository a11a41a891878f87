import { createFileRoute, redirect } from '@tanstack/react-router'
import { setupQuery } from '../../api/session.ts'
import { readSearch, text } from '../../ui/url/search-readers.ts'
import { SetUpPage } from '../sign-in/set-up-page.tsx'

const search = readSearch({ token: text })

export const Route = createFileRoute('/setup')({
  validateSearch: search,
  beforeLoad: async ({ context: { queryClient } }) => {
    const setup = await queryClient.fetchQuery(setupQuery)
    if (!setup.isOpen) throw redirect({ href: '/', replace: true })
  },
  component: SetUpRoute,
})

function SetUpRoute() {
  return <SetUpPage token={Route.useSearch().token} />
}
