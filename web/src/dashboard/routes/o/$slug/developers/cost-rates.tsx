import { createFileRoute } from '@tanstack/react-router'
import { CostRatesPage } from '../../../../cost-rates/cost-rates-page.tsx'
import { costRatesSearch } from '../../../../cost-rates/cost-rates-search.ts'

export const Route = createFileRoute('/o/$slug/developers/cost-rates')({
  validateSearch: costRatesSearch,
  component: CostRatesRoute,
})

function CostRatesRoute() {
  const navigate = Route.useNavigate()
  return (
    <CostRatesPage
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
