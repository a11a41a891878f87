import { createFileRoute } from '@tanstack/react-router'
import { RANGE_READERS } from '../../../../../../ui/url/range-search.ts'
import { readSearch } from '../../../../../../ui/url/search-readers.ts'
import { CustomerProfit } from '../../../../../customers/tabs/customer-profit.tsx'

export const Route = createFileRoute('/o/$slug/customers/$customerId/profit')({
  validateSearch: readSearch(RANGE_READERS),
  component: ProfitRoute,
})

function ProfitRoute() {
  const navigate = Route.useNavigate()
  return (
    <CustomerProfit search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  )
}
