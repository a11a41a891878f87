import { createFileRoute } from '@tanstack/react-router'
import { AllocationsPage } from '../../../../cost-allocations/allocations-page.tsx'
import { allocationsSearch } from '../../../../cost-allocations/allocations-search.ts'

export const Route = createFileRoute('/o/$slug/developers/cost-allocations')({
  validateSearch: allocationsSearch,
  component: AllocationsRoute,
})

function AllocationsRoute() {
  const navigate = Route.useNavigate()
  return (
    <AllocationsPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
