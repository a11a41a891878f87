import { isPayable } from '../../../domain/invoice-status.ts'
import { ZERO } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import { amountDue, type Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { paymentUrl } from '../../invoices/pay-link/pay-link.ts'
import { findMethod } from '../books/method-queries.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CheckoutSession } from '../payment.ts'
import type { CheckoutOrder, PaymentProvider } from '../provider/provider.ts'
import { isUsable } from './session.ts'
import { insertSession, listOpenSessions, updateOpenSession } from './session-queries.ts'

/** Providers close a page after a day at the latest. */
const LIFETIME_MS = 23 * 3_600_000
/** Stripe opens no page for less than half an hour, and nobody wants one that closes on them. */
const LEFT_MIN_MS = 45 * 60_000

export type OpenedCheckout =
  | { kind: 'opened'; url: string }
  /** The provider does not take this payment. */
  | { kind: 'refused' }
  /** The invoice or the page has changed meanwhile: look at the invoice again. */
  | { kind: 'changed' }
  /** A page that nobody was shown is out of date and closed now: a new one can be opened. */
  | { kind: 'outdated' }

/** Opens the provider's page for an invoice that can be paid, or the page that is open already. */
export async function openCheckout(
  deps: PaymentDeps,
  payments: PaymentProvider,
  { invoice, customerEmail }: { invoice: Invoice; customerEmail: string | null },
): Promise<OpenedCheckout> {
  const session = await reuseOrInsert(deps, payments, invoice)
  if (!session) return { kind: 'changed' }
  if (session.url !== null) return { kind: 'opened', url: session.url }
  const order = await orderOf(deps, { session, invoice, customerEmail, payments })
  const answer = await payments.createCheckout(order)
  if (answer.kind === 'outdated') {
    await updateOpenSession(deps.db, session, { status: 'expired' }, deps.now())
    return { kind: 'outdated' }
  }
  if (answer.kind === 'refused') {
    const { id: checkoutId, organizationId } = session
    deps.log.warn({ checkoutId, organizationId, reason: answer.reason }, 'checkout refused')
    await updateOpenSession(deps.db, session, { status: 'expired' }, deps.now())
    return { kind: 'refused' }
  }
  const { providerSessionId, url, isOurs = false } = answer
  const change = { provider_session_id: providerSessionId, ...(isOurs ? {} : { url }) }
  if (await updateOpenSession(deps.db, session, change, deps.now())) return { kind: 'opened', url }
  await payments.expireCheckout(providerSessionId)
  return { kind: 'changed' }
}

/** Undefined when the invoice takes no payment any more. */
async function reuseOrInsert(
  { db, now, clock }: PaymentDeps,
  payments: PaymentProvider,
  found: Invoice,
): Promise<CheckoutSession | undefined> {
  const at = now()
  return db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, found)
    if (!invoice || !isPayable(invoice.status) || amountDue(invoice).lte(ZERO)) return undefined
    const provider = payments.name
    const open = await listOpenSessions(tx, { invoice, provider })
    const leastEnd = new Date(at.getTime() + LEFT_MIN_MS)
    const reusable = open.find((session) => isUsable(session, invoice, leastEnd))
    if (reusable) return reusable
    const session: CheckoutSession = {
      organizationId: invoice.organizationId,
      customerId: invoice.customerId,
      id: newId(),
      invoiceId: invoice.id,
      provider,
      providerSessionId: null,
      url: null,
      status: 'open',
      amount: amountDue(invoice),
      currency: invoice.currency,
      createdAt: at,
      expiresAt: new Date(at.getTime() + LIFETIME_MS),
    }
    await insertSession(tx, session, clock.now(invoice.organizationId))
    return session
  })
}

type OrderParts = {
  session: CheckoutSession
  invoice: Invoice
  customerEmail: string | null
  payments: PaymentProvider
}

async function orderOf(
  { config, db }: PaymentDeps,
  { session, invoice, customerEmail, payments }: OrderParts,
): Promise<CheckoutOrder> {
  const method = await findMethod(db, session, payments.name)
  const link = paymentUrl(config, invoice)
  return {
    organizationId: session.organizationId,
    customerId: session.customerId,
    id: session.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    amount: session.amount,
    currency: session.currency,
    customerEmail,
    providerCustomerId: method?.providerCustomerId ?? null,
    expiresAt: session.expiresAt,
    paidUrl: `${link}?from=checkout`,
    cancelUrl: `${link}?from=cancelled`,
  }
}
