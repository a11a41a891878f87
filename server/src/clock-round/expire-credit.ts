import { billingAt } from '../domain/time/schedule.ts'
import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { deferExpiry, expireGrant } from '../features/credit-balances/expire-grant.ts'
import { listSubscriptionsOf } from '../features/subscriptions/of-customer.ts'
import { forAll } from '../platform/batching/for-all.ts'
import type { Tx } from '../platform/database.ts'
import type { BillingDeps } from './deps.ts'
import { type ClosingGrant, isToBeInvoiced, listClosingGrants } from './grant-queries.ts'
import { BILLING_BATCH_SIZE, sweep } from './sweep.ts'

/**
 * Books what is left of expired grants, once no invoice can draw them any more: an invoice draws a
 * grant that was valid at some time of its period, so a period that the grant touches must be over
 * and its invoice final.
 */
export function expireCredit(
  deps: BillingDeps,
  scope: ClockScope,
  moment: Moment,
): Promise<number> {
  return sweep(deps, {
    name: 'expire_credit',
    list: (page) => listClosingGrants(deps.db, scope, page),
    batchSize: BILLING_BATCH_SIZE,
    handle: (due) =>
      deps.db.transaction().execute((tx) => forAll(due, (one) => expire(tx, one, moment))),
  })
}

async function expire(tx: Tx, grant: ClosingGrant, moment: Moment): Promise<void> {
  const openUntil = await endOfOpenPeriod(tx, grant, moment)
  if (openUntil !== undefined) return deferExpiry(tx, grant, openUntil)
  if (!(await isToBeInvoiced(tx, grant, moment.businessNow))) await expireGrant(tx, grant, moment)
}

/** Returns the end of a current billing period that the grant touches. */
async function endOfOpenPeriod(
  tx: Tx,
  { organizationId, customerId, expiresAt }: ClosingGrant,
  { businessNow }: Moment,
): Promise<Date | undefined> {
  const subscriptions = await listSubscriptionsOf(tx, { organizationId, customerId })
  const periods = subscriptions.map((one) => billingAt(one, businessNow).currentPeriod)
  return periods.find((period) => period !== null && period.start < expiresAt)?.end
}
