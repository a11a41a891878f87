import { isPayable } from '../../../domain/invoice-status.ts'
import { ZERO } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import { amountDue, type Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { paymentUrl } from '../../invoices/pay-link/pay-link.ts'
import { hasPendingPayment } from '../books/read.ts'
import type { PaymentDeps } from '../deps.ts'
import { findProviderCustomer } from '../methods/method-queries.ts'
import type { CheckoutSession, OpenedFrom } from '../payment.ts'
import type { CheckoutOrder, PaymentProvider } from '../provider/provider.ts'
import { isUsable } from './session.ts'
import { insertSession, listOpenSessions, updateOpenSession } from './session-queries.ts'

/** Providers expire a page after at most 24 hours. */
const LIFETIME_MS = 23 * 3_600_000
/**
 * Stripe's minimum page lifetime is 30 minutes. A reused page must leave the customer time to pay.
 */
const LEFT_MIN_MS = 45 * 60_000

export type OpenedCheckout =
  | { kind: 'opened'; url: string }
  /** The provider does not accept this payment. */
  | { kind: 'refused' }
  /** The invoice or the page changed concurrently; read the invoice again. */
  | { kind: 'changed' }
  /** A page that was never shown was outdated and has been closed; a new one can be opened. */
  | { kind: 'outdated' }

type Asked = { invoice: Invoice; customerEmail: string | null; openedFrom: OpenedFrom }

/** Opens a checkout page for a payable invoice, or returns the page that is already open. */
export async function openCheckout(
  deps: PaymentDeps,
  payments: PaymentProvider,
  { invoice, customerEmail, openedFrom }: Asked,
): Promise<OpenedCheckout> {
  const session = await reuseOrInsert(deps, payments, { invoice, openedFrom })
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

/** Returns undefined if the invoice can no longer be paid. */
async function reuseOrInsert(
  { db, now, clock }: PaymentDeps,
  payments: PaymentProvider,
  { invoice: found, openedFrom }: Pick<Asked, 'invoice' | 'openedFrom'>,
): Promise<CheckoutSession | undefined> {
  const at = now()
  return db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, found)
    if (!invoice || !isPayable(invoice.status) || amountDue(invoice).lte(ZERO)) return undefined
    // The saved method is already being charged.
    if (await hasPendingPayment(tx, invoice)) return undefined
    const provider = payments.name
    const open = await listOpenSessions(tx, { invoice, provider })
    const leastEnd = new Date(at.getTime() + LEFT_MIN_MS)
    const reusable = open.find(
      (session) => session.openedFrom === openedFrom && isUsable(session, invoice, leastEnd),
    )
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
      openedFrom,
      amount: amountDue(invoice),
      currency: invoice.currency,
      createdAt: at,
      expiresAt: new Date(at.getTime() + LIFETIME_MS),
    }
    await insertSession(tx, session, clock.now(invoice.organizationId))
    return session
  })
}

/** Builds the URLs that return the customer to where the page was opened from. */
export function returnUrls(
  config: Pick<PaymentDeps['config'], 'publicUrl' | 'portalUrl' | 'secret'>,
  {
    openedFrom,
    invoiceId,
    customerId,
  }: Pick<CheckoutSession, 'openedFrom' | 'invoiceId' | 'customerId'>,
): Pick<CheckoutOrder, 'paidUrl' | 'cancelUrl'> {
  if (openedFrom === 'portal') {
    const page = `${config.portalUrl}/portal/invoices/${invoiceId}`
    return { paidUrl: `${page}?from=checkout`, cancelUrl: `${page}?from=left` }
  }
  const link = paymentUrl(config, { customerId, id: invoiceId })
  return { paidUrl: `${link}?from=checkout`, cancelUrl: `${link}?from=cancelled` }
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
  return {
    organizationId: session.organizationId,
    customerId: session.customerId,
    id: session.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    amount: session.amount,
    currency: session.currency,
    customerEmail,
    providerCustomerId: await findProviderCustomer(db, session, payments.name),
    expiresAt: session.expiresAt,
    ...returnUrls(config, session),
  }
}
