import { createFileRoute } from '@tanstack/react-router'
import { creditSearch } from '../../../../../customers/credit/credit-search.ts'
import { CustomerCredit } from '../../../../../customers/credit/customer-credit.tsx'

export const Route = createFileRoute('/o/$slug/customers/$customerId/credit')({
  validateSearch: creditSearch,
  component: CreditRoute,
})

function CreditRoute() {
  const navigate = Route.useNavigate()
  return (
    <CustomerCredit
      search={Route.useSearch()}
      onSearch={(search, how) =>
        void navigate({ search, replace: how === 'typed', resetScroll: false })
      }
    />
  )
}
