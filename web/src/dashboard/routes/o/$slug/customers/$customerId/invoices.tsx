import { createFileRoute } from '@tanstack/react-router'
import { CustomerInvoices } from '../../../../../customers/tabs/customer-invoices.tsx'
import { invoicesTabSearch } from '../../../../../customers/tabs/tab-search.ts'

export const Route = createFileRoute('/o/$slug/customers/$customerId/invoices')({
  validateSearch: invoicesTabSearch,
  component: InvoicesRoute,
})

function InvoicesRoute() {
  const navigate = Route.useNavigate()
  return (
    <CustomerInvoices search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  )
}
