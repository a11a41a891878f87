import { createFileRoute } from '@tanstack/react-router'
import { TaxRatesPage } from '../../../../taxes/tax-rates-page.tsx'
import { taxRatesSearch } from '../../../../taxes/tax-rates-search.ts'

export const Route = createFileRoute('/o/$slug/settings/taxes')({
  validateSearch: taxRatesSearch,
  component: TaxesRoute,
})

function TaxesRoute() {
  const navigate = Route.useNavigate()
  return (
    <TaxRatesPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}
