import { createFileRoute } from '@tanstack/react-router'
import { monthEndSearch } from '../../../../analytics/analytics-search.ts'
import { MonthEndTab } from '../../../../analytics/month-end/month-end-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/month-end')({
  validateSearch: monthEndSearch,
  component: MonthEndRoute,
})

function MonthEndRoute() {
  const navigate = Route.useNavigate()
  return (
    <MonthEndTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
