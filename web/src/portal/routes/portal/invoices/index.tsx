import { createFileRoute } from '@tanstack/react-router'
import { InvoicesPage } from '../../../invoices/invoices-page.tsx'
import { invoicesSearch } from '../../../invoices/invoices-search.ts'

export const Route = createFileRoute('/portal/invoices/')({
  validateSearch: invoicesSearch,
  component: () => <InvoicesPage search={Route.useSearch()} />,
})
