import { amountNumber } from '../../../domain/json-amount.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { wasOutdated } from '../../emails/email.ts'
import { listInvoiceEmails } from '../../emails/service.ts'
import { findOrRefuse } from '../../invoices/read.ts'
import { listPayments } from '../../payments/books/read.ts'
import { listCheckoutTimes } from '../../payments/checkout/checkout-times.ts'
import type { Payment, Refund } from '../../payments/payment.ts'
import { listRefunds } from '../../payments/refunds/read.ts'
import { findSendsAt } from './queries.ts'
import type { Happening, InvoiceTimeline } from './schemas.ts'

const NOTHING = { mail: null, payment: null, refund: null, reason: null }

/** Returns the events of an invoice in chronological order. */
export async function getTimeline(db: Db, key: ScopedId): Promise<InvoiceTimeline> {
  const invoice = await findOrRefuse(db, key)
  const [emails, checkouts, payments, refunds, sendsAt] = await Promise.all([
    listInvoiceEmails(db, key),
    listCheckoutTimes(db, invoice),
    listPayments(db, invoice),
    listRefunds(db, invoice),
    findSendsAt(db, invoice),
  ])
  const mailed = emails.map(({ at, ...mail }) => ({
    ...NOTHING,
    type: 'mailed' as const,
    at,
    mail: { ...mail, wasKeptBack: wasOutdated(mail) },
  }))
  const opened = checkouts.map((at) => ({ ...NOTHING, type: 'checkout_opened' as const, at }))
  const { voidReason } = invoice
  const all = [
    ...step('drafted', invoice.draftedAt),
    ...step('finalized', invoice.finalizedAt),
    ...step('issued', invoice.issuedAt),
    ...step('overdue', invoice.status === 'overdue' ? invoice.dueDate : null),
    ...opened,
    ...payments.map(paidIn),
    ...step('paid', invoice.paidAt),
    ...refunds.map(givenBack),
    ...step('voided', invoice.voidedAt).map((one) => ({ ...one, reason: voidReason })),
    ...mailed,
  ]
  // Events at the same time keep the order above, which follows the life of an invoice.
  const sorted = all.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return {
    results: sorted.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    sendsAt: sendsAt?.toISOString() ?? null,
  }
}

type Dated = Omit<Happening, 'at'> & { at: Date }

function step(type: Happening['type'], at: Date | null): Dated[] {
  return at === null ? [] : [{ ...NOTHING, type, at }]
}

function paidIn(one: Payment): Dated {
  const { id, method, status, currency, reference, failureReason } = one
  const amount = amountNumber(one.amount)
  const payment = { id, method, status, amount, currency, reference, failureReason }
  return { ...NOTHING, type: 'paid_in', at: one.paidAt ?? one.createdAt, payment }
}

function givenBack({ amount, refundedAt, ...one }: Refund): Dated {
  const { id, status, currency, reason, failureReason } = one
  const refund = { id, status, amount: amountNumber(amount), currency, reason, failureReason }
  return { ...NOTHING, type: 'refund', at: refundedAt, refund }
}
