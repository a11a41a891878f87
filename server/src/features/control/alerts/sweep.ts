import pLimit from 'p-limit'
import { windowAt } from '../../../domain/control/window.ts'
import { isDatabaseUnreachable, isRetryable } from '../../../platform/database/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Budget } from '../budgets/budget.ts'
import { listEveryActiveBudget } from '../budgets/queries.ts'
import { listBlockedSince } from '../decisions/queries.ts'
import { sharedUse } from '../status/shared-queries.ts'
import { alertsOfUse } from './alerts-of-use.ts'
import { blockedAlert } from './blocked.ts'
import { listChangedCustomers } from './changed-customers.ts'
import { listCreditChanges, listExpiring } from './credit/changed-customers.ts'
import { type LookDeps, lookAtCustomer } from './look.ts'
import type { RecentCustomer } from './queries.ts'
import { storeAlerts } from './store-alerts.ts'

export type SweepDeps = LookDeps & { log: Log; now: () => Date }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LOOKS_AT_ONCE = 2
/** Looks that may lose the database before the sweep gives up: each may wait for a time limit. */
const LOST_MAX = 10

/**
 * Looks at the customers whose usage, costs or credit changed since the last sweep, and at the budgets
 * that all customers of an organization share: finds what a crash left. An alert that exists is not
 * stored again. A look that fails does not stop the others. Throws if it was stopped or the database
 * was lost: a sweep that does not count as finished is made up for by the next one.
 */
export async function sweepAlerts(
  deps: SweepDeps,
  { lastFinish, signal }: { lastFinish: Date | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  let since = sinceOf(lastFinish, deps.now())
  for (;;) {
    const startedAt = deps.now().getTime()
    await sweepSince(deps, { since, expiringSince: lastFinish ?? since }, signal)
    // The next sweep begins before the end of this one, by more than a pass may take.
    if (deps.now().getTime() - startedAt <= MINUTE_MS) return
    since = new Date(startedAt - MINUTE_MS)
  }
}

async function sweepSince(
  deps: SweepDeps,
  { since, expiringSince }: { since: Date; expiringSince: Date },
  signal: AbortSignal | undefined,
): Promise<void> {
  const budgets = await listEveryActiveBudget(deps.db)
  const prepaid = deps.creditOrganizations()
  const ofBudgets = budgets.map(({ organizationId }) => organizationId)
  const organizationIds = [...new Set([...ofBudgets, ...prepaid])]
  if (organizationIds.length === 0) return
  const changed = merged([
    ...(await listChangedCustomers(deps, organizationIds, since)),
    ...(await listCreditChanges(deps, organizationIds, since)),
    ...(await listExpiring(deps, organizationIds, expiringSince)),
  ])
  const lost: unknown[] = []
  const attempt = async (organizationId: string, work: () => Promise<unknown>) => {
    signal?.throwIfAborted()
    if (lost.length >= LOST_MAX) throw new AggregateError(lost, 'the sweep lost the database')
    await work().catch((error) => {
      if (isDatabaseUnreachable(error) || isRetryable(error)) lost.push(error)
      deps.log.warn({ err: error, organizationId }, 'budgets were not looked at by the sweep')
    })
  }
  const limit = pLimit(LOOKS_AT_ONCE)
  await Promise.all(
    changed.map((customer) =>
      limit(() => attempt(customer.organizationId, () => lookAtCustomer(deps, customer))),
    ),
  )
  for (const decision of await listBlockedSince(deps.db, organizationIds, since)) {
    const { organizationId, customerId } = decision
    const moment = deps.clock.moment(organizationId)
    const scope = { organizationId, customerId }
    await attempt(organizationId, () =>
      storeAlerts(deps.db, scope, [blockedAlert(decision)], moment),
    )
  }
  const active = new Set(changed.map(({ organizationId }) => organizationId))
  for (const budget of budgets) {
    if (budget.isPerCustomer || !active.has(budget.organizationId)) continue
    await attempt(budget.organizationId, () => lookAtShared(deps, budget))
  }
  if (lost.length > 0) throw new AggregateError(lost, 'the sweep could not look at all budgets')
}

/** Each customer once. */
const merged = (customers: readonly RecentCustomer[]): RecentCustomer[] => [
  ...new Map(customers.map((customer) => [customer.customerId, customer])).values(),
]

/** Two minutes before the last sweep ended, for transactions and a pass of a minute; at most a day ago. */
function sinceOf(lastFinish: Date | undefined, now: Date): Date {
  const finished = lastFinish?.getTime() ?? now.getTime() - 60 * MINUTE_MS
  return new Date(Math.max(finished - 2 * MINUTE_MS, now.getTime() - DAY_MS))
}

async function lookAtShared(deps: LookDeps, budget: Budget): Promise<void> {
  const { organizationId } = budget
  const moment = deps.clock.moment(organizationId)
  const { now, businessNow } = moment
  const windowed = { ...budget, window: windowAt(budget, businessNow.getTime()) }
  const use = await sharedUse(deps.db, windowed, now)
  const scope = { organizationId, customerId: null }
  await storeAlerts(deps.db, scope, alertsOfUse(windowed, use, { ...scope, businessNow }), moment)
}
