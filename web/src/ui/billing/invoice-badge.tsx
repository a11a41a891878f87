import type { InvoiceStatus } from '../../api/api-types.ts'
import { StateBadge } from '../states/state-badge.tsx'
import { INVOICE_STATES } from './invoice-states.ts'

export function InvoiceBadge({ status }: { status: InvoiceStatus }) {
  return <StateBadge {...INVOICE_STATES[status]} />
}
