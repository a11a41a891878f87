import { createFileRoute } from '@tanstack/react-router'
import { usageSearch } from '../../../../analytics/analytics-search.ts'
import { UsageTab } from '../../../../analytics/usage/usage-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/usage')({
  validateSearch: usageSearch,
  component: UsageRoute,
})

function UsageRoute() {
  const navigate = Route.useNavigate()
  return (
    <UsageTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
