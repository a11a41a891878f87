import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Invoice } from '../invoice.ts'

/** Statuses that a customer may see; drafts and pending invoices are hidden. */
export const SHOWN_STATUSES = ['issued', 'overdue', 'paid', 'refunded', 'void'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

export type ShownInvoice = Invoice & { status: ShownStatus }

export const isShownStatus = (status: InvoiceStatus): status is ShownStatus =>
  SHOWN_STATUSES.some((one) => one === status)

/**
 * Returns true if the customer may see the invoice. One voided before it was issued stays hidden.
 */
export function isShown(invoice: Invoice): invoice is ShownInvoice {
  const { status, issuedAt } = invoice
  return isShownStatus(status) && (status !== 'void' || issuedAt !== null)
}
