import type { ClockScope } from '../features/clock/business-clock.ts'
import { listDueCustomers, settleCustomer } from '../features/usage/settlement/settle.ts'
import type { BillingDeps } from './deps.ts'
import { sweep } from './sweep.ts'

/** So many that an organization is one batch: its corrections wait for each other. */
const CUSTOMERS_AT_ONCE = 800

/** Settles the outcomes whose window has passed, by customer; returns the number of customers. */
export function settleOutcomes(deps: BillingDeps, scope: ClockScope): Promise<number> {
  return sweep(deps, {
    name: 'settle',
    list: (page) => listDueCustomers(deps.db, scope, page),
    batchSize: CUSTOMERS_AT_ONCE,
    handle: async (due) => {
      for (const one of due) await settleCustomer(deps, one, scope.now)
    },
  })
}
