import { Type } from 'typebox'
import { INVOICE_STATUSES } from '../../domain/invoice-status.ts'
import { timestamp, uuid } from '../../platform/http/fields.ts'
import type { UsageLine as StoredLine } from './lines-of-events.ts'

/** An invoice line that bills usage, without amounts, which keys for reading events do not see. */
export const UsageLine = Type.Object(
  {
    invoiceId: uuid(),
    invoiceNumber: Type.String(),
    invoiceStatus: Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }),
    lineId: uuid(),
    type: Type.Enum(['usage', 'late_usage'], { title: 'UsageLineType' }),
    description: Type.String(),
    periodStart: timestamp('Inclusive.'),
    periodEnd: timestamp('Exclusive.'),
  },
  { title: 'UsageInvoiceLine', description: 'An invoice line that bills an event.' },
)

export function usageLineBody({ periodStart, periodEnd, ...line }: StoredLine) {
  return { ...line, periodStart: periodStart.toISOString(), periodEnd: periodEnd.toISOString() }
}
