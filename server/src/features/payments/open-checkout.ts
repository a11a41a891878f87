import { type InvoiceStatus, isPayable } from '../../domain/invoice-status.ts'
import { ZERO } from '../../domain/money.ts'
import { newId } from '../../platform/id.ts'
import { amountDue, type Invoice } from '../invoices/invoice.ts'
import { findInvoiceByTokenHash, findLinkedInvoice, lockInvoice } from '../invoices/queries.ts'
import { insertSession, listOpenSessions, updateOpenSession } from './checkout-queries.ts'
import { isUsable } from './checkout-session.ts'
import type { PaymentDeps } from './deps.ts'
import { hashOfToken, readLinkToken } from './link-token.ts'
import { findMethod } from './method-queries.ts'
import { getParties, type Parties } from './parties.ts'
import { paymentUrl } from './pay-link.ts'
import type { CheckoutSession } from './payment.ts'
import type { CheckoutOrder, PaymentProvider } from './provider.ts'
import { hasPendingPayment } from './queries.ts'

/** Providers close a page after a day at the latest. */
const LIFETIME_MS = 23 * 3_600_000
/** Stripe opens no page for less than half an hour, and nobody wants one that closes on them. */
const LEFT_MIN_MS = 45 * 60_000

/** What a payment link leads to. */
export type PaymentLink =
  | { kind: 'unknown' }
  | { kind: 'closed'; invoice: Invoice; parties: Parties; why: ClosedBecause }
  | { kind: 'payable'; invoice: Invoice; parties: Parties }

export type ClosedBecause =
  | Exclude<InvoiceStatus, 'pending' | 'issued' | 'overdue'>
  | 'nothing_due'
  /** Money is on its way. */
  | 'processing'
  /** Nobody takes payments here, or not this one. */
  | 'unavailable'

/** Looks without opening anything. */
export async function readPaymentLink(deps: PaymentDeps, token: string): Promise<PaymentLink> {
  const { db, payments } = deps
  const invoice = await findByToken(deps, token)
  if (!invoice) return { kind: 'unknown' }
  const parties = await getParties(db, invoice)
  const closed = (why: ClosedBecause): PaymentLink => ({ kind: 'closed', invoice, parties, why })
  const { status } = invoice
  if (!isPayable(status)) return closed(closedBy(status))
  if (amountDue(invoice).lte(ZERO)) return closed('nothing_due')
  if (await hasPendingPayment(db, invoice)) return closed('processing')
  return payments ? { kind: 'payable', invoice, parties } : closed('unavailable')
}

/** Links that were mailed before links were signed are known by their hash. */
function findByToken({ db, config }: PaymentDeps, token: string): Promise<Invoice | undefined> {
  const signed = readLinkToken(config.secret, 'pay', token)
  return signed ? findLinkedInvoice(db, signed) : findInvoiceByTokenHash(db, hashOfToken(token))
}

function closedBy(status: InvoiceStatus): ClosedBecause {
  return status === 'pending' || status === 'issued' || status === 'overdue'
    ? 'nothing_due'
    : status
}

/** Opens the provider's page for a payment link, or the page that is open already. */
export async function openCheckout(
  deps: PaymentDeps,
  token: string,
): Promise<PaymentLink | { kind: 'opened'; url: string }> {
  const { payments } = deps
  const link = await readPaymentLink(deps, token)
  if (link.kind !== 'payable' || !payments) return link
  const session = await reuseOrInsert(deps, payments, link.invoice)
  // It was settled between the two looks.
  if (!session) return readPaymentLink(deps, token)
  if (session.url !== null) return { kind: 'opened', url: session.url }
  const order = await orderOf(deps, { ...link, session, payments })
  const answer = await payments.createCheckout(order)
  const { invoice, parties } = link
  if (answer.kind === 'outdated') {
    await updateOpenSession(deps.db, session, { status: 'expired' }, deps.now())
    return openCheckout(deps, token)
  }
  if (answer.kind === 'refused') {
    const { id: checkoutId, organizationId } = session
    deps.log.warn({ checkoutId, organizationId, reason: answer.reason }, 'checkout refused')
    await updateOpenSession(deps.db, session, { status: 'expired' }, deps.now())
    return { kind: 'closed', invoice, parties, why: 'unavailable' }
  }
  const { providerSessionId, url, isOurs = false } = answer
  const change = { provider_session_id: providerSessionId, ...(isOurs ? {} : { url }) }
  if (await updateOpenSession(deps.db, session, change, deps.now())) return { kind: 'opened', url }
  await payments.expireCheckout(providerSessionId)
  return readPaymentLink(deps, token)
}

/** Undefined when the invoice takes no payment any more. */
async function reuseOrInsert(
  { db, now }: PaymentDeps,
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
    await insertSession(tx, session)
    return session
  })
}

type OrderParts = {
  session: CheckoutSession
  invoice: Invoice
  parties: Parties
  payments: PaymentProvider
}

async function orderOf(
  { config, db }: PaymentDeps,
  { session, invoice, parties, payments }: OrderParts,
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
    customerEmail: parties.customerEmail,
    providerCustomerId: method?.providerCustomerId ?? null,
    expiresAt: session.expiresAt,
    paidUrl: `${link}?from=checkout`,
    cancelUrl: `${link}?from=cancelled`,
  }
}
