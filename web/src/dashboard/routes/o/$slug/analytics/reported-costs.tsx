import { createFileRoute } from '@tanstack/react-router'
import { reportedCostsSearch } from '../../../../analytics/analytics-search.ts'
import { ReportedCostsTab } from '../../../../analytics/reported-costs/reported-costs-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/reported-costs')({
  validateSearch: reportedCostsSearch,
  component: ReportedCostsRoute,
})

function ReportedCostsRoute() {
  const navigate = Route.useNavigate()
  return (
    <ReportedCostsTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
