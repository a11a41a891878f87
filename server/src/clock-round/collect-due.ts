import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { deferCollection } from '../features/invoices/collection.ts'
import { collectInvoice } from '../features/payments/charges/collect.ts'
import { forAll } from '../platform/batching/for-all.ts'
import type { BillingDeps } from './deps.ts'
import { type DueInvoice, listInvoicesDueAt } from './queries.ts'
import { sweep } from './sweep.ts'

const HOUR_MS = 3_600_000
/** Delays after each failed attempt. After the last one, the customer must pay manually. */
const RETRY_AFTER_MS = [24, 72, 120].map((hours) => hours * HOUR_MS)
/** Delay while a charge is still pending at the provider. */
const ASK_AGAIN_AFTER_MS = HOUR_MS

/**
 * Charges the saved payment methods of invoices with automatic collection. Returns the number of
 * invoices handled.
 */
export function collectDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps, {
    name: 'collect',
    list: (page) => listInvoicesDueAt(deps.db, scope, { column: 'collectAt', ...page }),
    // Each charge is a request to the provider and does not wait for another.
    batchSize: 1,
    handle: (due) => forAll(due, (one) => collect(deps, one, moment)),
  })
}

/**
 * Charges one invoice. It is deferred by an hour before the charge, so that a concurrent worker
 * that also found it skips it. If this worker dies, the invoice is collected after that hour.
 */
async function collect(deps: BillingDeps, due: DueInvoice, moment: Moment): Promise<void> {
  const later = (ms: number) => new Date(moment.businessNow.getTime() + ms)
  const askAgainAt = later(ASK_AGAIN_AFTER_MS)
  const taking = { expected: due.dueAt, collectAt: askAgainAt, isAttempt: false }
  if (!(await deferCollection(deps.db, due, taking, moment.now))) return
  const defer = (collectAt: Date | null, isAttempt: boolean) =>
    deferCollection(deps.db, due, { expected: askAgainAt, collectAt, isAttempt }, moment.now)
  const outcome = await collectInvoice(deps, due, moment)
  switch (outcome) {
    case 'paid':
    case 'pending':
      return
    case 'failed': {
      const retryAfterMs = RETRY_AFTER_MS[due.collectAttempts]
      await defer(retryAfterMs === undefined ? null : later(retryAfterMs), true)
      return
    }
    case 'no_method':
    case 'not_due':
      await defer(null, false)
  }
}
