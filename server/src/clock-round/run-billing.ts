import { makeDueDrafts } from '../features/billing/due/due-drafts.ts'
import { finalizeDrafts } from '../features/billing/finalize.ts'
import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { markEmptyPaid, markOverdue } from '../features/invoices/status/overdue.ts'
import { applyDueStatuses } from '../features/subscriptions/status/apply-due-statuses.ts'
import type { DueKind } from './clock-events.ts'
import { collectDue } from './collect-due.ts'
import type { BillingDeps } from './deps.ts'
import { expireCredit } from './expire-credit.ts'
import { issueDue } from './issue-due.ts'
import * as queries from './queries.ts'
import { remindDue } from './remind-due.ts'
import { settleOutcomes } from './settle-outcomes.ts'
import { BILLING_BATCH_SIZE, sweep } from './sweep.ts'
import { voidTopUps } from './void-top-ups.ts'

/** Number of items handled in each step; of `settled`, of customers. */
export type BillingReport = {
  settled: number
  drafts: number
  finalized: number
  collected: number
  issued: number
  overdue: number
  reminded: number
  expired: number
  voidedTopUps: number
}

/**
 * Runs everything due in a scope at its business time:
 * - settles outcomes whose window has passed
 * - starts and ends subscriptions
 * - drafts invoices for ended periods
 * - finalizes drafts
 * - collects or issues invoices
 * - marks unpaid invoices overdue and sends reminders
 * - books what is left of expired credit
 * - voids top-ups that were not paid in time
 *
 * Each step finds its own work. It may run at any time, repeatedly, and on two machines at once.
 * Work left by a crash or a lost job is only late.
 */
export async function runBilling(deps: BillingDeps, scope: ClockScope): Promise<BillingReport> {
  const settled = await settleOutcomes(deps, scope)
  const { drafts, finalized } = await makeFinal(deps, scope)
  const collected = await collectDue(deps, scope, momentOf(deps, scope))
  return { settled, drafts, finalized, collected, ...(await followUp(deps, scope)) }
}

/**
 * Runs only what becomes due at one instant, so that moving a clock by years avoids needless
 * queries. A subscription or draft event may lead to every other step, so it runs them all.
 */
export async function runDue(
  deps: BillingDeps,
  scope: ClockScope,
  kinds: ReadonlySet<DueKind>,
): Promise<void> {
  if (kinds.has('subscription') || kinds.has('draft')) {
    await runBilling(deps, scope)
    return
  }
  const moment = momentOf(deps, scope)
  if (kinds.has('settlement')) await settleOutcomes(deps, scope)
  if (kinds.has('collect')) {
    await collectDue(deps, scope, moment)
    await issueDue(deps, scope, moment)
  }
  if (kinds.has('overdue')) await markOverdue(deps.db, scope, moment)
  if (kinds.has('top_up')) await voidTopUps(deps, scope, moment)
  if (kinds.has('remind')) await remindDue(deps, scope, moment)
}

const momentOf = (deps: BillingDeps, scope: ClockScope): Moment => ({
  now: deps.now(),
  businessNow: scope.now,
})

async function makeFinal(deps: BillingDeps, scope: ClockScope) {
  const { db } = deps
  const moment = momentOf(deps, scope)
  await applyDueStatuses(db, moment, scope)
  const drafts = await sweep(deps, {
    name: 'drafts',
    list: (page) => queries.listDueSubscriptions(db, scope, page),
    batchSize: BILLING_BATCH_SIZE,
    handle: (due) => makeDueDrafts(db, due, moment),
  })
  const finalized = await sweep(deps, {
    name: 'finalize',
    list: (page) => queries.listDueDrafts(db, scope, page),
    batchSize: BILLING_BATCH_SIZE,
    handle: (due) => db.transaction().execute((tx) => finalizeDrafts(tx, due, moment)),
  })
  return { drafts, finalized }
}

async function followUp(deps: BillingDeps, scope: ClockScope) {
  const moment = momentOf(deps, scope)
  const issued = await issueDue(deps, scope, moment)
  await markEmptyPaid(deps.db, scope, moment)
  const overdue = await markOverdue(deps.db, scope, moment)
  const reminded = await remindDue(deps, scope, moment)
  const expired = await expireCredit(deps, scope, moment)
  const voidedTopUps = await voidTopUps(deps, scope, moment)
  return { issued, overdue, reminded, expired, voidedTopUps }
}

/**
 * Settles outcomes in all organizations, each at its own time. Apart from billing, which waits for no
 * correction: an invoice that misses what settles at the same time leaves it to the next one.
 */
export function settleAllOutcomes(deps: BillingDeps): Promise<void> {
  return forEachScope(deps, async (scope) => {
    await settleOutcomes(deps, scope)
  })
}

/**
 * Runs everything due in all organizations, each at its own time, except collections and settlements.
 * A payment provider that does not respond must not delay the clock.
 */
export function runAllBilling(deps: BillingDeps): Promise<void> {
  return forEachScope(deps, async (scope) => {
    await makeFinal(deps, scope)
    await followUp(deps, scope)
  })
}

/** Charges the invoices due in all organizations, and issues those whose charge failed. */
export function collectAllDue(deps: BillingDeps): Promise<void> {
  return forEachScope(deps, async (scope) => {
    const moment = momentOf(deps, scope)
    await collectDue(deps, scope, moment)
    await issueDue(deps, scope, moment)
  })
}

/**
 * Runs `work` for each scope. A failure is logged and does not affect other scopes; the next sweep
 * finds its work again.
 */
async function forEachScope(
  { clock, log, stopping }: BillingDeps,
  work: (scope: ClockScope) => Promise<void>,
): Promise<void> {
  for (const scope of clock.scopes()) {
    if (stopping?.aborted) return
    await work(scope).catch((error) => {
      const organizationId = 'only' in scope ? scope.only : undefined
      log.error({ err: error, organizationId }, 'a sweep ended early; the next one continues')
    })
  }
}
