import { isPayable } from '../../../domain/invoice-status.ts'
import { amountDue, type Invoice } from '../../invoices/invoice.ts'
import type { CheckoutSession } from '../payment.ts'

/** Returns true if the page can still take the current amount due of its invoice. */
export function isUsable(session: CheckoutSession, invoice: Invoice, now: Date): boolean {
  return (
    session.status === 'open' &&
    isPayable(invoice.status) &&
    session.amount.eq(amountDue(invoice)) &&
    session.expiresAt > now
  )
}
