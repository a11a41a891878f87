import { deferCollection } from '../invoices/collection-queries.ts'
import type { ClockScope, Moment } from '../organizations/business-clock.ts'
import { collectInvoice } from '../payments/collect.ts'
import type { BillingDeps } from './deps.ts'
import { type DueInvoice, listInvoicesDueAt } from './queries.ts'
import { sweep } from './sweep.ts'

const HOUR_MS = 3_600_000
/** After each attempt that failed; then the customer has to pay by hand. */
const RETRY_AFTER_MS = [24, 72, 120].map((hours) => hours * HOUR_MS)
/** While the provider still owes an answer. */
const ASK_AGAIN_AFTER_MS = HOUR_MS

/** Charges the saved methods of what pays by itself. Returns how many were looked at. */
export function collectDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps.log, {
    name: 'collect',
    list: (page) => listInvoicesDueAt(deps.db, scope, { column: 'collect_at', ...page }),
    handle: (due) => collect(deps, due, moment),
  })
}

async function collect(deps: BillingDeps, due: DueInvoice, moment: Moment): Promise<void> {
  const later = (ms: number | undefined) =>
    ms === undefined ? null : new Date(moment.businessNow.getTime() + ms)
  const defer = (collectAt: Date | null, isAttempt: boolean) =>
    deferCollection(deps.db, due, { expected: due.dueAt, collectAt, isAttempt }, moment.now)
  const outcome = await collectInvoice(deps, due, moment)
  switch (outcome) {
    case 'paid':
      return
    case 'failed':
      return defer(later(RETRY_AFTER_MS[due.collectAttempts]), true)
    case 'pending':
      return defer(later(ASK_AGAIN_AFTER_MS), false)
    case 'no_method':
    case 'not_due':
      return defer(null, false)
  }
}
