import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '../../../../invoices/page/invoice-page.tsx'

export const Route = createFileRoute('/o/$slug/invoices/$invoiceId')({ component: InvoiceRoute })

function InvoiceRoute() {
  const { invoiceId } = Route.useParams()
  return <InvoicePage key={invoiceId} invoiceId={invoiceId} />
}
