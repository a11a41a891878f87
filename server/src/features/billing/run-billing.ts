import { makeDueDrafts } from '../invoices/due-drafts.ts'
import { finalizeDraft } from '../invoices/finalize.ts'
import { markOverdue, settleEmpty } from '../invoices/overdue-queries.ts'
import type { ClockScope, Moment } from '../organizations/business-clock.ts'
import { followClock } from '../subscriptions/follow-clock.ts'
import { collectDue } from './collect-due.ts'
import type { BillingDeps } from './deps.ts'
import { issueDue } from './issue-due.ts'
import * as queries from './queries.ts'
import { remindDue } from './remind-due.ts'
import { sweep } from './sweep.ts'

/** How many of each were handled. */
export type BillingReport = {
  drafts: number
  finalized: number
  collected: number
  issued: number
  overdue: number
  reminded: number
}

/**
 * Does everything that is due in a scope at its business time: subscriptions start and end, their
 * periods become drafts, drafts become final, are collected or mailed, and unpaid invoices become
 * overdue and are reminded of. Each step finds its work by itself and may run at any time, twice, and
 * on two machines at once: what a crash or a lost job leaves is only late.
 */
export async function runBilling(deps: BillingDeps, scope: ClockScope): Promise<BillingReport> {
  const { db, log } = deps
  const moment: Moment = { now: deps.now(), businessNow: scope.now }
  await followClock(db, moment, scope)
  const drafts = await sweep(log, {
    name: 'drafts',
    list: (page) => queries.listDueSubscriptions(db, scope, page),
    handle: (due) => makeDueDrafts(db, due, moment),
  })
  const finalized = await sweep(log, {
    name: 'finalize',
    list: (page) => queries.listDueDrafts(db, scope, page),
    handle: (due) => db.transaction().execute((tx) => finalizeDraft(tx, due, moment)),
  })
  const collected = await collectDue(deps, scope, moment)
  const issued = await issueDue(deps, scope, moment)
  await settleEmpty(db, scope, moment)
  const overdue = await markOverdue(db, scope, moment)
  const reminded = await remindDue(deps, scope, moment)
  return { drafts, finalized, collected, issued, overdue, reminded }
}

/** Everything due in all organizations, each at its own time. */
export async function runAllBilling(deps: BillingDeps): Promise<void> {
  for (const scope of deps.clock.scopes()) await runBilling(deps, scope)
}
