import type { InvoiceSummary } from '../../../api/api.gen.ts'

type Tone = 'good' | 'waiting' | 'bad' | 'over'

export const INVOICE_STATES: Readonly<
  Record<InvoiceSummary['status'], { tone: Tone; label: string }>
> = {
  draft: { tone: 'over', label: 'Draft' },
  pending: { tone: 'waiting', label: 'To send' },
  issued: { tone: 'waiting', label: 'Open' },
  paid: { tone: 'good', label: 'Paid' },
  overdue: { tone: 'bad', label: 'Overdue' },
  void: { tone: 'over', label: 'Void' },
  refunded: { tone: 'over', label: 'Refunded' },
}
