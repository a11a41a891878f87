import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { findInvoice } from '../../invoices/ledger.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CheckoutSession, OpenedFrom } from '../payment.ts'
import type { Notification, PaymentProvider } from '../provider/provider.ts'
import { isUsable } from './session.ts'
import { listOpenSessions, updateOpenSession } from './session-queries.ts'

/** With `exceptFrom`, usable pages are closed as well, unless they were opened from there. */
type Others = { exceptFrom?: OpenedFrom | 'nowhere' }

/**
 * Closes the pages on which an invoice can no longer be paid, here and at the provider. A row stays
 * open until the provider confirms, so that the sweep retries failures. Returns notifications to
 * process for pages that the customer completed first.
 */
export async function closeCheckouts(
  deps: PaymentDeps,
  key: CustomerScopedId,
  others: Others = {},
): Promise<Notification[]> {
  const { payments, log } = deps
  if (!payments) return []
  try {
    return await closeUnusable(deps, payments, { key, others })
  } catch (error) {
    // The caller's change has already committed, so an error must not make it look failed.
    log.error({ err: error, invoiceId: key.id }, 'checkouts not closed; it will be retried')
    return []
  }
}

async function closeUnusable(
  deps: PaymentDeps,
  payments: PaymentProvider,
  { key, others: { exceptFrom } }: { key: CustomerScopedId; others: Others },
): Promise<Notification[]> {
  const { db, log, now } = deps
  const invoice = await findInvoice(db, key)
  if (!invoice) return []
  const open = await listOpenSessions(db, { invoice, provider: payments.name })
  const paid: Notification[] = []
  const isToClose = (one: CheckoutSession) =>
    !isUsable(one, invoice, now()) || (exceptFrom !== undefined && one.openedFrom !== exceptFrom)
  for (const session of open.filter(isToClose)) {
    // Touch the row first, so that the sweep tries other pages before it retries a failing one.
    await updateOpenSession(db, session, {}, now())
    try {
      const notification = await closeSession(deps, payments, session)
      if (notification) paid.push(notification)
    } catch (error) {
      const { id: checkoutId, organizationId } = session
      log.error(
        { err: error, checkoutId, organizationId },
        'checkout not closed; it will be retried',
      )
    }
  }
  return paid
}

async function closeSession(
  { db, now }: PaymentDeps,
  payments: PaymentProvider,
  session: CheckoutSession,
): Promise<Notification | undefined> {
  // A page without a provider id was never shown to a customer.
  const answer = session.providerSessionId
    ? await payments.expireCheckout(session.providerSessionId)
    : { kind: 'expired' as const }
  if (answer.kind === 'completed') return answer.notification
  await updateOpenSession(db, session, { status: 'expired' }, now())
  return undefined
}
