import { createFileRoute } from '@tanstack/react-router'
import { InvoicesPage } from '../../../../invoices/list/invoices-page.tsx'
import { invoicesSearch } from '../../../../invoices/list/invoices-search.ts'

export const Route = createFileRoute('/o/$slug/invoices/')({
  validateSearch: invoicesSearch,
  component: InvoicesRoute,
})

function InvoicesRoute() {
  const navigate = Route.useNavigate()
  return (
    <InvoicesPage
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === 'typed' })}
    />
  )
}
