import { createFileRoute } from '@tanstack/react-router'
import { PlansPage } from '../../../../plans/plans-page.tsx'
import { plansSearch } from '../../../../plans/plans-search.ts'

export const Route = createFileRoute('/o/$slug/plans/')({
  validateSearch: plansSearch,
  component: PlansRoute,
})

function PlansRoute() {
  const navigate = Route.useNavigate()
  return (
    <PlansPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}
