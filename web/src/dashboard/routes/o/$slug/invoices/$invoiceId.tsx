import { createFileRoute } from '@tanstack/react-router'
import { readSearch, uuid } from '../../../../../ui/url/search-readers.ts'
import { InvoicePage } from '../../../../invoices/page/invoice-page.tsx'

export const Route = createFileRoute('/o/$slug/invoices/$invoiceId')({
  validateSearch: readSearch({ line: uuid }),
  component: InvoiceRoute,
})

function InvoiceRoute() {
  const { invoiceId } = Route.useParams()
  const { line } = Route.useSearch()
  return <InvoicePage key={`${invoiceId} ${line}`} invoiceId={invoiceId} line={line} />
}
