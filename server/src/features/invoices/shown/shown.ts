import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Invoice } from '../invoice.ts'

/** What a customer may know of: not what is still being made. */
export const SHOWN_STATUSES = ['issued', 'overdue', 'paid', 'refunded', 'void'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

export type ShownInvoice = Invoice & { status: ShownStatus }

const isShownStatus = (status: InvoiceStatus): status is ShownStatus =>
  SHOWN_STATUSES.some((one) => one === status)

/** Whether the customer has been given the invoice; one that was voided before that never was. */
export function isShown(invoice: Invoice): invoice is ShownInvoice {
  const { status, issuedAt } = invoice
  return isShownStatus(status) && (status !== 'void' || issuedAt !== null)
}
