import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { lockTopUpGrant, takeRefundOff } from '../../credit-balances/top-up-grant.ts'
import { isTopUp } from '../../invoices/invoice.ts'
import { findInvoice, lockInvoice } from '../../invoices/ledger.ts'
import { parseAmount } from '../amount.ts'
import { refundBody } from '../body.ts'
import { findPayment } from '../books/read.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment, Refund } from '../payment.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import type { Refund as RefundBody, RefundCreate } from '../schemas.ts'
import { askForRefund, bookOnPayment } from './finish-refund.ts'
import { moneyOf } from './money-of.ts'
import { newRefund } from './new-refund.ts'
import { insertRefund } from './queries.ts'
import { sumReserved } from './read.ts'

type RefundRequest = {
  organizationId: string
  invoiceId: string
  paymentId: string
  input: RefundCreate
}

/**
 * Refunds a payment or a part of it.
 * - A pending row reserves the amount first, so that concurrent refunds cannot exceed the payment.
 * - The provider is then asked outside any transaction.
 * - Only its success is booked on the invoice, so that a refusal has nothing to undo.
 */
export async function refundPayment(
  deps: PaymentDeps,
  request: RefundRequest,
): Promise<RefundBody> {
  const started = await startRefund(deps, request)
  const refund = started.status === 'pending' ? await askForRefund(deps, started) : started
  if (refund.status === 'failed') {
    throw new AppError('not_refundable', `Not refunded: ${refund.failureReason}`)
  }
  return refundBody(refund)
}

async function startRefund(
  deps: PaymentDeps,
  { organizationId, invoiceId, paymentId, input }: RefundRequest,
): Promise<Refund> {
  const found =
    (await findInvoice(deps.db, { organizationId, id: invoiceId })) ?? notFound('Invoice')
  const moment = deps.clock.moment(organizationId)
  return deps.db.transaction().execute(async (tx) => {
    const invoice = (await lockInvoice(tx, found)) ?? notFound('Invoice')
    const { customerId } = invoice
    const payment = await findPayment(tx, { organizationId, customerId, id: paymentId })
    if (payment?.invoiceId !== invoice.id) notFound('Payment')
    const paid = leftOf(payment, await sumReserved(tx, payment))
    const left = isTopUp(invoice) ? await leftOfTopUp(tx, payment, paid) : paid
    const amount =
      input.amount === undefined ? left : parseAmount(input.amount, payment.currency, 'amount')
    if (amount.gt(left)) {
      const message = `${amount.toFixed()} ${payment.currency} is more than the ${left.toFixed()}`
      const of = isTopUp(invoice) ? 'its credit' : 'this payment'
      throw new AppError('not_refundable', `${message} that can still be refunded of ${of}`)
    }
    refuseOtherProvider(deps.payments, payment)
    const isByHand = payment.provider === null
    const refund = newRefund(payment, { amount, reason: input.reason?.trim() || null }, moment)
    const stored: Refund = { ...refund, status: isByHand ? 'succeeded' : 'pending' }
    await insertRefund(tx, stored, moment)
    // Reserved from now on: no invoice draws credit whose money goes back.
    if (isTopUp(invoice)) await takeRefundOff(tx, moneyOf(stored), moment)
    if (isByHand) await bookOnPayment(tx, { invoice, payment, refund: stored }, moment)
    return stored
  })
}

function leftOf(payment: Payment, reserved: Decimal): Decimal {
  if (payment.status !== 'succeeded') {
    throw new AppError(
      'not_refundable',
      `The payment is ${payment.status}; there is nothing to refund`,
    )
  }
  const left = payment.amount.minus(reserved)
  if (left.lte(ZERO)) {
    throw new AppError('not_refundable', 'Nothing is left of this payment to refund')
  }
  return left
}

/** Returns what is left of the payment and of the credit that it bought; locks the credit. */
async function leftOfTopUp(tx: Tx, payment: Payment, paid: Decimal): Promise<Decimal> {
  const { left, currency } = await lockTopUpGrant(tx, payment)
  if (left.lte(ZERO)) {
    const used = `${payment.amount.toFixed()} ${currency} that this payment bought`
    throw new AppError('not_refundable', `Nothing is left of the credit of ${used}`)
  }
  return left.lt(paid) ? left : paid
}

function refuseOtherProvider(payments: PaymentProvider | null, { provider }: Payment): void {
  if (provider === null || provider === payments?.name) return
  const message = `The payment was taken by ${provider}, which is no longer configured`
  throw new AppError('not_refundable', `${message}; refund it there`)
}
