import { isCurrency } from '../../../domain/currency.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { takesPayments } from '../../invoices/pay-link/pay-link.ts'
import { parseAmount } from '../amount.ts'
import { askForCharge, startChargeIn } from '../charges/collect.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CustomerKey } from '../payment.ts'
import type { ChargeOrder } from '../provider/provider.ts'
import { issueTopUp, type TopUpOrder } from './issue-top-up.ts'
import { findTopUp } from './read-top-ups.ts'
import type { TopUp } from './top-up.ts'

/** The fields of a new top-up as they are sent. */
export type SentTopUp = { amount: number | string; currency: string; method: 'checkout' | 'saved' }

export type CreatedTopUp = {
  topUp: TopUp
  /** Why the saved method was declined, in words the customer may read; null without a reason. */
  reasonForCustomer: string | null
}

/**
 * Starts a top-up. The invoice and the pending charge of a saved method are stored in one transaction,
 * and `keep` receives what is answered if nothing follows it. The provider is asked afterwards.
 * Throws `not_found`, `invalid`, `no_payment_method`, or `conflict` if no payments are taken online.
 */
export async function createTopUp(
  deps: PaymentDeps,
  key: CustomerKey,
  sent: SentTopUp,
  keep: (topUp: TopUp) => void,
): Promise<CreatedTopUp> {
  const order = orderOf(key, sent)
  const moment = deps.clock.moment(key.organizationId)
  const { topUp, charge } = await deps.db.transaction().execute(async (tx) => {
    // A customer that is deleted concurrently gets no top-up.
    await lockCustomer(tx, { ...key, id: key.customerId }, 'share')
    const started = await startTopUp(tx, deps, order, moment)
    keep(started.topUp)
    return started
  })
  if (!charge || !deps.payments) return { topUp, reasonForCustomer: null }
  const asked = await askForCharge(deps, deps.payments, charge)
  const answer = asked?.answer
  return {
    topUp: await readTopUp(deps.db, topUp),
    reasonForCustomer: answer?.kind === 'declined' ? (answer.reasonForCustomer ?? null) : null,
  }
}

function orderOf(
  { organizationId, customerId }: CustomerKey,
  { amount, currency, method }: SentTopUp,
): TopUpOrder {
  if (!isCurrency(currency)) {
    throw new AppError('invalid', ['currency must be a code of ISO 4217 in capitals, such as USD'])
  }
  const parsed = parseAmount(amount, currency, 'amount')
  return { organizationId, customerId, amount: parsed, currency, method }
}

/** Stores a top-up and, unless it is paid on a page, the charge of the saved method. */
export async function startTopUp(
  tx: Tx,
  { payments, config }: Pick<PaymentDeps, 'payments' | 'config'>,
  order: TopUpOrder,
  moment: Moment,
): Promise<{ topUp: TopUp; charge: ChargeOrder | undefined }> {
  if (order.method === 'checkout' && !takesPayments(config)) {
    throw new AppError('conflict', 'Online payment is not configured; record a payment instead')
  }
  const invoice = await issueTopUp(tx, order, moment)
  if (order.method === 'checkout') {
    return { topUp: await readTopUp(tx, invoice), charge: undefined }
  }
  const charge = await startChargeIn(tx, { invoice, payments }, moment)
  if (typeof charge === 'string') {
    throw new AppError('no_payment_method', 'No payment method is saved; top up by checkout')
  }
  return { topUp: await readTopUp(tx, invoice), charge }
}

async function readTopUp(db: PaymentDeps['db'], key: CustomerScopedId): Promise<TopUp> {
  return (await findTopUp(db, key)) ?? notFound('Top-up')
}
