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
 * Allowed status changes:
 * - draft: recomputed each time it is generated
 * - pending: its period has ended and its lines are final
 * - issued: its email, if any, is queued or sent
 * - refunded: returns to paid when the bank sends the refund back
 *
 * The UPDATE that changes a status must repeat the expected old status.
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

/** Returns whether payments are accepted: the invoice is final, and it is not settled. */
export function isPayable(status: InvoiceStatus): boolean {
  return status === 'pending' || status === 'issued' || status === 'overdue'
}
