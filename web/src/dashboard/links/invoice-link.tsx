import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = { invoice: { id: string; invoiceNumber: string } }

/** Links to the page of an invoice. */
export function InvoiceLink({ invoice: { id, invoiceNumber } }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/invoices/$invoiceId" params={{ slug, invoiceId: id }} size="sm">
      {invoiceNumber}
    </AnchorLink>
  )
}
