import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '../../../invoices/invoice-page.tsx'
import { invoiceSearch } from '../../../paying/invoice-search.ts'

export const Route = createFileRoute('/portal/invoices/$invoiceId')({
  validateSearch: invoiceSearch,
  component: InvoiceRoute,
})

function InvoiceRoute() {
  const { invoiceId } = Route.useParams()
  const { from } = Route.useSearch()
  return <InvoicePage key={invoiceId} invoiceId={invoiceId} from={from} />
}
