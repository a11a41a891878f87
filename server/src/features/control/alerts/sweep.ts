import pLimit from 'p-limit'
import { windowAt } from '../../../domain/control/window.ts'
import { newIdAt } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import type { Budget } from '../budgets/budget.ts'
import { listEveryActiveBudget } from '../budgets/queries.ts'
import { listBlockedSince } from '../decisions/queries.ts'
import { sharedUse } from '../status/shared-queries.ts'
import { alertsOfUse } from './alerts-of-use.ts'
import { blockedAlert } from './blocked.ts'
import { type LookDeps, lookAtCustomer } from './look.ts'
import { listRecentCustomers } from './queries.ts'
import { storeAlerts } from './store-alerts.ts'

export type SweepDeps = LookDeps & { log: Log; now: () => Date }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LOOKS_AT_ONCE = 2

/**
 * Looks at the customers with usage since the last sweep, and at the budgets that all customers of
 * an organization share: finds what a crash left, and costs that became known with other usage. An
 * alert that exists is not stored again.
 */
export async function sweepAlerts(
  deps: SweepDeps,
  { lastFinish, signal }: { lastFinish: Date | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const budgets = await listEveryActiveBudget(deps.db)
  if (budgets.length === 0) return
  const since = sinceOf(lastFinish, deps.now())
  const organizationIds = [...new Set(budgets.map(({ organizationId }) => organizationId))]
  const recent = await listRecentCustomers(deps.db, organizationIds, newIdAt(since))
  const limit = pLimit(LOOKS_AT_ONCE)
  await Promise.all(
    recent.map((customer) =>
      limit(async () => {
        if (!signal?.aborted)
          await attempt(deps, customer.organizationId, () => lookAtCustomer(deps, customer))
      }),
    ),
  )
  for (const decision of await listBlockedSince(deps.db, organizationIds, since)) {
    const { organizationId, customerId } = decision
    const moment = deps.clock.moment(organizationId)
    const scope = { organizationId, customerId }
    await attempt(deps, organizationId, () =>
      storeAlerts(deps.db, scope, [blockedAlert(decision)], moment),
    )
  }
  const active = new Set(recent.map(({ organizationId }) => organizationId))
  for (const budget of budgets) {
    if (budget.isPerCustomer || !active.has(budget.organizationId) || signal?.aborted) continue
    await attempt(deps, budget.organizationId, () => lookAtShared(deps, budget))
  }
}

/** A minute before the last sweep, for transactions that were under way; at most a day ago. */
function sinceOf(lastFinish: Date | undefined, now: Date): Date {
  const finished = lastFinish?.getTime() ?? now.getTime() - 60 * MINUTE_MS
  return new Date(Math.max(finished - 2 * MINUTE_MS, now.getTime() - DAY_MS))
}

/** One that fails does not stop the others; the next sweep looks again. */
async function attempt(
  { log }: SweepDeps,
  organizationId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error, organizationId }, 'budgets were not looked at by the sweep')
  }
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
