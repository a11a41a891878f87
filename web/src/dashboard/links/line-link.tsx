import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = { line: { invoiceId: string; lineId: string }; children: ReactNode }

/** Links to a line of an invoice, which is then open. */
export function LineLink({ line: { invoiceId, lineId }, children }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/invoices/$invoiceId"
      params={{ slug, invoiceId }}
      search={{ line: lineId }}
      inherit
      underline="always"
    >
      {children}
    </AnchorLink>
  )
}
