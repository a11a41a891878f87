import { isPayable } from '../../../domain/invoice-status.ts'
import { ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { amountDue, type Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { insertPayment } from '../books/queries.ts'
import { hasPendingPayment } from '../books/read.ts'
import type { PaymentDeps } from '../deps.ts'
import { pendingPayment } from '../incoming-payment.ts'
import { findMethod } from '../methods/method-queries.ts'
import type { Payment } from '../payment.ts'
import type { ChargeAnswer, ChargeOrder, PaymentProvider } from '../provider/provider.ts'
import { finishCharge } from './finish-charge.ts'

/** `pending`: the provider has not answered yet; `retryPending` retries the charge. */
export type Collected = 'paid' | 'failed' | 'pending' | 'no_method' | 'not_due'

/** Charges the customer's saved payment method with the full amount due and returns the outcome. */
export async function collectInvoice(
  deps: PaymentDeps,
  key: CustomerScopedId,
  moment: Moment,
): Promise<Collected> {
  return (await chargeInvoice(deps, key, moment)).outcome
}

export type Charged = {
  outcome: Collected
  /** Reason for a failure in words the customer may read; null if the provider gave none. */
  reasonForCustomer: string | null
}

/**
 * Charges the saved payment method with the amount due. The pending payment is stored first, so
 * that no other charge can start concurrently. Its id is the idempotency key: a charge whose answer
 * was lost can be retried and is never made twice.
 */
export async function chargeInvoice(
  deps: PaymentDeps,
  key: CustomerScopedId,
  moment: Moment,
): Promise<Charged> {
  const { payments } = deps
  const without = (outcome: Collected): Charged => ({ outcome, reasonForCustomer: null })
  const order = await startCharge(deps, key, moment)
  if (typeof order === 'string') return without(order)
  if (!payments) return without('no_method')
  const asked = await askForCharge(deps, payments, order)
  if (asked?.payment.status === 'succeeded') return without('paid')
  if (asked?.payment.status !== 'failed') return without('pending')
  const { answer } = asked
  const reasonForCustomer = answer.kind === 'declined' ? (answer.reasonForCustomer ?? null) : null
  return { outcome: 'failed', reasonForCustomer }
}

function startCharge(
  { db, payments }: PaymentDeps,
  key: CustomerScopedId,
  moment: Moment,
): Promise<NotCharged | ChargeOrder> {
  return db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, key)
    return invoice ? startChargeIn(tx, { invoice, payments }, moment) : 'not_due'
  })
}

type NotCharged = Exclude<Collected, 'paid' | 'failed'>

/**
 * Stores the pending payment of a charge in the caller's transaction, which has locked the invoice. The
 * caller sends the returned order after the commit.
 */
export async function startChargeIn(
  tx: Tx,
  { invoice, payments }: { invoice: Invoice; payments: PaymentProvider | null },
  moment: Moment,
): Promise<NotCharged | ChargeOrder> {
  const amount = amountDue(invoice)
  if (!isPayable(invoice.status) || amount.lte(ZERO)) return 'not_due'
  if (!payments) return 'no_method'
  if (await hasPendingPayment(tx, invoice)) return 'pending'
  const method = await findMethod(tx, invoice, payments.name)
  if (!method) return 'no_method'
  const { currency, invoiceNumber } = invoice
  const charged = { amount, currency, method: 'card' as const, provider: payments.name }
  const { providerCustomerId, providerMethodId } = method
  const payment: Payment = {
    ...pendingPayment(invoice, { ...charged, providerPaymentId: null }, moment.now),
    providerCustomerId,
    providerMethodId,
  }
  await insertPayment(tx, payment, moment)
  return chargeOrder(payment, { invoiceNumber, method })
}

export function chargeOrder(
  { organizationId, customerId, id, invoiceId, amount, currency }: Payment,
  about: Pick<ChargeOrder, 'invoiceNumber' | 'method'>,
): ChargeOrder {
  return { organizationId, customerId, id, invoiceId, amount, currency, ...about }
}

/** Returns undefined if the provider did not answer; the payment then stays pending. */
export async function askForCharge(
  deps: PaymentDeps,
  payments: PaymentProvider,
  order: ChargeOrder,
): Promise<{ payment: Payment; answer: ChargeAnswer } | undefined> {
  try {
    const answer = await payments.chargeSavedMethod(order)
    return { payment: await finishCharge(deps, order, answer), answer }
  } catch (error) {
    const { id: paymentId, organizationId } = order
    deps.log.error(
      { err: error, paymentId, organizationId },
      'no response to a charge; it will be retried',
    )
    return undefined
  }
}
