import { isPayable } from '../../../domain/invoice-status.ts'
import { ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { amountDue } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { findMethod } from '../books/method-queries.ts'
import { insertPayment } from '../books/queries.ts'
import { hasPendingPayment } from '../books/read.ts'
import type { PaymentDeps } from '../deps.ts'
import { pendingPayment } from '../incoming-payment.ts'
import type { Payment } from '../payment.ts'
import type { ChargeOrder, PaymentProvider } from '../provider/provider.ts'
import { finishCharge } from './finish-charge.ts'

/** Pending: the provider has not answered; `retryPending` sees to it. */
export type Collected = 'paid' | 'failed' | 'pending' | 'no_method' | 'not_due'

/**
 * Charges the customer's saved payment method with all that is due. A pending payment is stored
 * first, so that nobody else charges meanwhile; its id is the idempotency key, so that a charge
 * whose answer was lost can be asked for again and is never made twice.
 */
export async function collectInvoice(
  deps: PaymentDeps,
  key: CustomerScopedId,
  moment: Moment,
): Promise<Collected> {
  const { payments } = deps
  const order = await startCharge(deps, key, moment)
  if (typeof order === 'string' || !payments) return typeof order === 'string' ? order : 'no_method'
  const payment = await askForCharge(deps, payments, order)
  switch (payment?.status) {
    case 'succeeded':
      return 'paid'
    case 'failed':
      return 'failed'
    default:
      return 'pending'
  }
}

async function startCharge(
  { db, payments }: PaymentDeps,
  key: CustomerScopedId,
  moment: Moment,
): Promise<ChargeOrder | Exclude<Collected, 'paid' | 'failed'>> {
  return db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, key)
    if (!invoice || !isPayable(invoice.status)) return 'not_due'
    const amount = amountDue(invoice)
    if (amount.lte(ZERO)) return 'not_due'
    if (!payments) return 'no_method'
    if (await hasPendingPayment(tx, invoice)) return 'pending'
    const method = await findMethod(tx, invoice, payments.name)
    if (!method) return 'no_method'
    const { currency, invoiceNumber } = invoice
    const charged = { amount, currency, method: 'card' as const, provider: payments.name }
    const payment = pendingPayment(invoice, { ...charged, providerPaymentId: null }, moment.now)
    await insertPayment(tx, payment, moment)
    return chargeOrder(payment, { invoiceNumber, method })
  })
}

export function chargeOrder(
  { organizationId, customerId, id, invoiceId, amount, currency }: Payment,
  about: Pick<ChargeOrder, 'invoiceNumber' | 'method'>,
): ChargeOrder {
  return { organizationId, customerId, id, invoiceId, amount, currency, ...about }
}

/** Undefined when no answer came: the payment stays pending. */
export async function askForCharge(
  deps: PaymentDeps,
  payments: PaymentProvider,
  order: ChargeOrder,
): Promise<Payment | undefined> {
  try {
    return await finishCharge(deps, order, await payments.chargeSavedMethod(order))
  } catch (error) {
    const { id: paymentId, organizationId } = order
    deps.log.error(
      { err: error, paymentId, organizationId },
      'no answer to a charge; it is asked again',
    )
    return undefined
  }
}
