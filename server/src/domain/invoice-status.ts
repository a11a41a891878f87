export const INVOICE_STATUSES = [
  'draft',
  'pending',
  'issued',
  'paid',
  'overdue',
  'void',
  'refunded',
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/**
 * The allowed moves. Draft: recomputed whenever it is generated again. Pending: its period is over
 * and its lines stay as they are. Issued: its e-mail is on the way. Refunded: back to paid when a bank sends
 * the refund back. Whoever moves an invoice repeats the
 * status it expects in the UPDATE.
 */
const MOVES: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['pending', 'issued', 'void'],
  pending: ['issued', 'paid', 'void'],
  issued: ['paid', 'overdue', 'void'],
  overdue: ['paid', 'void'],
  paid: ['refunded'],
  void: [],
  refunded: ['paid'],
}

export function canMove(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return MOVES[from].includes(to)
}

/** Whether a payment may be taken for it: the customer can have seen it, and it is not settled. */
export function isPayable(status: InvoiceStatus): boolean {
  return status === 'pending' || status === 'issued' || status === 'overdue'
}
