import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { voidUnpaidTopUp } from '../features/payments/top-ups/void-top-up.ts'
import { forAll } from '../platform/batching/for-all.ts'
import type { BillingDeps } from './deps.ts'
import { listUnpaidTopUps } from './queries.ts'
import { BILLING_BATCH_SIZE, sweep } from './sweep.ts'

/** Voids top-ups that were not paid in time, except those whose payment is on its way. */
export function voidTopUps(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps, {
    name: 'void_top_ups',
    list: (page) => listUnpaidTopUps(deps.db, scope, page),
    batchSize: BILLING_BATCH_SIZE,
    handle: (due) =>
      deps.db.transaction().execute((tx) => forAll(due, (one) => voidUnpaidTopUp(tx, one, moment))),
  })
}
