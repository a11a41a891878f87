import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { findInvoice } from '../../invoices/ledger.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CheckoutSession, OpenedFrom } from '../payment.ts'
import type { Notification, PaymentProvider } from '../provider/provider.ts'
import { isUsable } from './session.ts'
import { listOpenSessions, updateOpenSession } from './session-queries.ts'

/** Beside pages that must take no money any more, those that were opened another way than this. */
type Others = { exceptFrom?: OpenedFrom | 'nowhere' }

/**
 * Closes the pages on which an invoice must not be paid any more, here and at the provider. A row
 * stays open until the provider has agreed, so that the sweep finds what did not work out. Answers
 * what to book where the customer was faster.
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
    // What led here has committed and must not be told to have failed.
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
    // Noted first: the sweep turns to others before it comes back to one that fails.
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
  // Without an id nobody has been shown the page.
  const answer = session.providerSessionId
    ? await payments.expireCheckout(session.providerSessionId)
    : { kind: 'expired' as const }
  if (answer.kind === 'completed') return answer.notification
  await updateOpenSession(db, session, { status: 'expired' }, now())
  return undefined
}
