import { createFileRoute } from '@tanstack/react-router'
import { profitabilitySearch } from '../../../../analytics/analytics-search.ts'
import { ProfitabilityTab } from '../../../../analytics/profitability/profitability-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/profitability')({
  validateSearch: profitabilitySearch,
  component: ProfitabilityRoute,
})

function ProfitabilityRoute() {
  const navigate = Route.useNavigate()
  return (
    <ProfitabilityTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
