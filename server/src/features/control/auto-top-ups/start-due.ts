import { ZERO } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { listInForce, lockInForce, updateWaiting } from '../../payments/auto-top-ups/agreements.ts'
import {
  type AutoTopUp,
  monthOf,
  statusOf,
  WAIT_MS,
} from '../../payments/auto-top-ups/auto-top-up.ts'
import { findMade, type Made } from '../../payments/auto-top-ups/made.ts'
import { stopAutoTopUps } from '../../payments/auto-top-ups/stop.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { findSavedMethod } from '../../payments/methods/saved-method.ts'
import type { CustomerKey } from '../../payments/payment.ts'
import type { ChargeOrder } from '../../payments/provider/provider.ts'
import { startTopUp } from '../../payments/top-ups/create-top-up.ts'
import { type CreditState, readCredit } from '../credit/read-credit.ts'

export type AutoTopUpDeps = PaymentDeps & {
  /** Credit is read on these connections, which no transaction that waits for one of `db` holds. */
  alertDeps: { db: Db }
}

/**
 * Starts an automatic top-up in each currency in which too little of a customer's credit is available,
 * and returns the charges that the caller sends to the provider. An invoice and its pending charge are
 * one transaction, so a charge that is not sent is found by the retry of pending payments.
 */
export async function startDueTopUps(
  deps: AutoTopUpDeps,
  customer: CustomerKey,
  moment: Moment,
): Promise<ChargeOrder[]> {
  const inForce = await listInForce(deps.db, customer)
  const awake = inForce.filter((one) => statusOf(one, moment.businessNow) === 'active')
  if (awake.length === 0) return []
  const states = await readCredit(deps.alertDeps.db, customer, moment)
  const orders: ChargeOrder[] = []
  for (const one of awake.filter((autoTopUp) => isLow(states, autoTopUp))) {
    const order = await start(deps, one, moment)
    if (order) orders.push(order)
  }
  return orders
}

const isLow = (
  states: readonly CreditState[],
  { currency, threshold }: Pick<AutoTopUp, 'currency' | 'threshold'>,
): boolean => (states.find((one) => one.currency === currency)?.available ?? ZERO).lt(threshold)

async function start(
  deps: AutoTopUpDeps,
  autoTopUp: AutoTopUp,
  moment: Moment,
): Promise<ChargeOrder | undefined> {
  try {
    return await deps.db.transaction().execute((tx) => startIn(tx, deps, autoTopUp, moment))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    await deps.db
      .transaction()
      .execute((tx) => stopAutoTopUps(tx, keyOf(autoTopUp), 'customer_deleted', moment))
    return undefined
  }
}

const keyOf = ({ organizationId, customerId }: CustomerKey): CustomerKey => ({
  organizationId,
  customerId,
})

/** Throws `not_found` if the customer was deleted. */
async function startIn(
  tx: Tx,
  deps: AutoTopUpDeps,
  autoTopUp: AutoTopUp,
  moment: Moment,
): Promise<ChargeOrder | undefined> {
  const customer = keyOf(autoTopUp)
  const { currency } = autoTopUp
  await lockCustomer(tx, { ...customer, id: customer.customerId }, 'share')
  const inForce = await lockInForce(tx, customer, currency)
  if (!inForce || statusOf(inForce, moment.businessNow) !== 'active') return undefined
  const made = await findMade(tx, customer, { currency, ...monthOf(moment.businessNow) })
  // What is on its way is not available yet.
  if (made.openId !== null || made.isPaymentPending) return undefined
  const waitsUntil = waitOf(inForce, made, moment.businessNow)
  if (waitsUntil) {
    await updateWaiting(tx, inForce, { waitsUntil }, moment.now)
    return undefined
  }
  // Credit may have been added since the first look. The lock makes this one the last word.
  if (!isLow(await readCredit(deps.alertDeps.db, customer, moment), inForce)) return undefined
  if (!(await findSavedMethod(tx, deps.payments, customer))) {
    await stopAutoTopUps(tx, customer, 'no_payment_method', moment)
    return undefined
  }
  const order = { ...customer, amount: inForce.amount, currency, method: 'auto' as const }
  return (await startTopUp(tx, deps, order, moment)).charge
}

/** Returns until when the next top-up waits, because of those made before; undefined if it need not. */
function waitOf({ monthlyMax }: AutoTopUp, made: Made, businessNow: Date): Date | undefined {
  if (made.count >= monthlyMax) return monthOf(businessNow).end
  if (!made.lastEndedAt) return undefined
  const until = new Date(made.lastEndedAt.getTime() + WAIT_MS)
  return until > businessNow ? until : undefined
}
