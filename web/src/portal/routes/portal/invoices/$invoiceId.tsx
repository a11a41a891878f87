import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '../../../invoices/invoice-page.tsx'

export const Route = createFileRoute('/portal/invoices/$invoiceId')({ component: InvoiceRoute })

function InvoiceRoute() {
  const { invoiceId } = Route.useParams()
  return <InvoicePage key={invoiceId} invoiceId={invoiceId} />
}
