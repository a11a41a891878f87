import { setTimeout as sleep } from 'node:timers/promises'
import { type InvoiceStatus, isPayable } from '../../domain/invoice-status.ts'
import { ZERO } from '../../domain/money.ts'
import { amountDue, type Invoice } from '../invoices/invoice.ts'
import { findInvoiceOfLink } from '../invoices/pay-link/linked-invoice.ts'
import { hasPendingPayment } from '../payments/books/read.ts'
import { openCheckout } from '../payments/checkout/open-checkout.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { closeOtherPages } from '../payments/notifications/close-other-pages.ts'
import { getParties, type Parties } from './parties.ts'

/** State of a payment link. */
export type PaymentLink =
  | { kind: 'unknown' }
  | { kind: 'closed'; invoice: Invoice; parties: Parties; why: ClosedBecause }
  | { kind: 'payable'; invoice: Invoice; parties: Parties }

export type ClosedBecause =
  | Exclude<InvoiceStatus, 'pending' | 'issued' | 'overdue'>
  | 'nothing_due'
  /** A payment is pending. */
  | 'processing'
  /** Online payment is not configured, or the provider does not accept this payment. */
  | 'unavailable'

/** Returns the state of a link without opening a checkout page. */
export async function readPaymentLink(deps: PaymentDeps, token: string): Promise<PaymentLink> {
  const { db, config, payments } = deps
  const invoice = await findInvoiceOfLink(db, config, token)
  if (!invoice) return { kind: 'unknown' }
  const parties = await getParties(db, invoice)
  const closed = (why: ClosedBecause): PaymentLink => ({ kind: 'closed', invoice, parties, why })
  const { status } = invoice
  if (!isPayable(status)) return closed(closedBy(status))
  if (amountDue(invoice).lte(ZERO)) return closed('nothing_due')
  if (await hasPendingPayment(db, invoice)) return closed('processing')
  return payments ? { kind: 'payable', invoice, parties } : closed('unavailable')
}

/**
 * The customer often returns before the provider's notification, which gets this long to arrive.
 */
const NOTIFIED_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 250

/** Returns the state of a link once the payment's notification has arrived, or after 3 seconds. */
export async function readPaidLink(deps: PaymentDeps, token: string): Promise<PaymentLink> {
  const until = performance.now() + NOTIFIED_WITHIN_MS
  let link = await readPaymentLink(deps, token)
  while (link.kind === 'payable' && performance.now() < until) {
    await sleep(LOOK_EVERY_MS)
    link = await readPaymentLink(deps, token)
  }
  return link
}

function closedBy(status: InvoiceStatus): ClosedBecause {
  return status === 'pending' || status === 'issued' || status === 'overdue'
    ? 'nothing_due'
    : status
}

/**
 * Opens a checkout page for the invoice of a link. Returns the state of the link if none is opened.
 */
export async function followPaymentLink(
  deps: PaymentDeps,
  token: string,
): Promise<PaymentLink | { kind: 'opened'; url: string }> {
  const { payments } = deps
  const link = await readPaymentLink(deps, token)
  if (link.kind !== 'payable' || !payments) return link
  const { invoice, parties } = link
  const { customerEmail } = parties
  await closeOtherPages(deps, invoice, 'link')
  const checkout = await openCheckout(deps, payments, {
    invoice,
    customerEmail,
    openedFrom: 'link',
  })
  switch (checkout.kind) {
    case 'opened':
      return checkout
    case 'refused':
      return { kind: 'closed', invoice, parties, why: 'unavailable' }
    case 'changed':
      return readPaymentLink(deps, token)
    case 'outdated':
      return followPaymentLink(deps, token)
  }
}
