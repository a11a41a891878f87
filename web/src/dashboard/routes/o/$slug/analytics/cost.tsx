import { createFileRoute } from '@tanstack/react-router'
import { costSearch } from '../../../../analytics/analytics-search.ts'
import { CostTab } from '../../../../analytics/cost/cost-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/cost')({
  validateSearch: costSearch,
  component: CostRoute,
})

function CostRoute() {
  const navigate = Route.useNavigate()
  return (
    <CostTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
