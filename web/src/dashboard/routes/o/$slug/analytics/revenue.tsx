import { createFileRoute } from '@tanstack/react-router'
import { revenueSearch } from '../../../../analytics/analytics-search.ts'
import { RevenueTab } from '../../../../analytics/revenue/revenue-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/revenue')({
  validateSearch: revenueSearch,
  component: RevenueRoute,
})

function RevenueRoute() {
  const navigate = Route.useNavigate()
  return (
    <RevenueTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
