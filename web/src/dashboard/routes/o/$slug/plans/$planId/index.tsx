import { createFileRoute } from '@tanstack/react-router'
import { PlanPage } from '../../../../../plans/page/plan-page.tsx'
import { planSearch } from '../../../../../plans/plans-search.ts'

export const Route = createFileRoute('/o/$slug/plans/$planId/')({
  validateSearch: planSearch,
  component: PlanRoute,
})

function PlanRoute() {
  const { planId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <PlanPage
      key={planId}
      planId={planId}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
