import type { InvoiceStatus } from '../../api/api-types.ts'

type Tone = 'good' | 'waiting' | 'bad' | 'over'

/** Display names of invoice statuses. */
export const INVOICE_STATES: Readonly<Record<InvoiceStatus, { tone: Tone; label: string }>> = {
  draft: { tone: 'over', label: 'Draft' },
  pending: { tone: 'waiting', label: 'To send' },
  issued: { tone: 'waiting', label: 'Open' },
  paid: { tone: 'good', label: 'Paid' },
  overdue: { tone: 'bad', label: 'Overdue' },
  void: { tone: 'over', label: 'Void' },
  refunded: { tone: 'over', label: 'Refunded' },
}
