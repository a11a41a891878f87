import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '../../../payments/payments-page.tsx'
import { paymentsSearch } from '../../../payments/payments-search.ts'

export const Route = createFileRoute('/o/$slug/payments')({
  validateSearch: paymentsSearch,
  component: PaymentsRoute,
})

function PaymentsRoute() {
  const navigate = Route.useNavigate()
  return (
    <PaymentsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  )
}
