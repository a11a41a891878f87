import { createFileRoute } from '@tanstack/react-router'
import { mrrSearch } from '../../../../analytics/analytics-search.ts'
import { MrrTab } from '../../../../analytics/mrr/mrr-tab.tsx'

export const Route = createFileRoute('/o/$slug/analytics/mrr')({
  validateSearch: mrrSearch,
  component: MrrRoute,
})

function MrrRoute() {
  const navigate = Route.useNavigate()
  return (
    <MrrTab
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
