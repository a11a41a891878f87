import { amountNumber } from '../../../domain/json-amount.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  type BillingContext,
  type BillingKey,
  readBillingContext,
} from '../../billing/context/billing-context.ts'
import { growthByDay } from '../../billing/period-growth.ts'
import { chooseWindow } from '../../billing/window.ts'
import type { PortalCurrentPeriod } from './schemas.ts'

/**
 * Returns the growth of a subscription's current period. Throws `inconsistent` before the
 * subscription starts.
 */
export function getCurrentPeriod(
  db: Db,
  key: BillingKey,
  businessNow: Date,
): Promise<PortalCurrentPeriod> {
  return db.transaction().execute(async (tx) => {
    const billing = await readBillingContext(tx, key)
    const window = chooseWindow(billing, {}, businessNow)
    return {
      subscriptionId: key.subscriptionId,
      currency: billing.currency,
      timeZone: billing.subscription.timeZone,
      period: { start: dateAt(window.start).toISOString(), end: dateAt(window.end).toISOString() },
      days: await daysOf(tx, billing, { window, at: businessNow }),
    }
  })
}

/** Returns no days if the invoice would be rejected, like `amountSoFar` of the overview. */
async function daysOf(tx: Tx, billing: BillingContext, about: { window: Range; at: Date }) {
  try {
    const days = await growthByDay(tx, billing, about)
    return days.map(({ date, total }) => ({ date, amountSoFar: amountNumber(total) }))
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return []
    throw error
  }
}
