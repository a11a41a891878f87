import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../../home/home-page.tsx'
import { homeSearch } from '../../../home/home-search.ts'

export const Route = createFileRoute('/o/$slug/home')({
  validateSearch: homeSearch,
  component: HomeRoute,
})

function HomeRoute() {
  const navigate = Route.useNavigate()
  return <HomePage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
