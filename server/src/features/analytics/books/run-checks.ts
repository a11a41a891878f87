import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { atOneMoment } from '../revenue/earned.ts'
import type { Check, Difference } from './check.ts'
import { listCustomerIds } from './queries.ts'
import type { Scope } from './scope.ts'

export type CheckResult = {
  name: string
  says: string
  compared: number
  /** The first ones. */
  differences: Difference[]
  hasMore: boolean
}

type Checking = {
  organizationId: string
  /** Undefined: of all customers. */
  customerId: string | undefined
  window: Scope['window']
  checks: readonly Check[]
  /** How many differences of a check are named. */
  limit: number
}

const CUSTOMERS_AT_ONCE = 100

/**
 * Runs each check over the customers in turn, some at once, each at one moment: so what is read stays
 * small, and a change under way is no difference. Nothing is written.
 */
export async function runChecks(
  db: Db,
  { organizationId, customerId, window, checks, limit }: Checking,
): Promise<CheckResult[]> {
  const results = checks.map(({ name, says }): CheckResult => {
    return { name, says, compared: 0, differences: [], hasMore: false }
  })
  let after: string | undefined
  for (;;) {
    const customerIds = customerId
      ? [customerId]
      : await listCustomerIds(db, organizationId, { after, limit: CUSTOMERS_AT_ONCE })
    const scope = { organizationId, customerIds, window }
    // Sums of the whole organization are compared once, and not for one customer.
    const isFirst = after === undefined && customerId === undefined
    for (const [at, check] of checks.entries()) {
      const result = results[at]
      const isDue = check.of === 'organization' ? isFirst : customerIds.length > 0
      if (result && isDue) await runCheck(db, { check, scope, result, limit })
    }
    if (customerId || customerIds.length < CUSTOMERS_AT_ONCE) return results
    after = customerIds.at(-1)
  }
}

type Running = { check: Check; scope: Scope; result: CheckResult; limit: number }

async function runCheck(db: Db, { check, scope, result, limit }: Running): Promise<void> {
  const left = limit - result.differences.length
  const { compared, found } = await atOneMoment(db, async (tx) => ({
    compared: await countCompared(tx, check.compared(scope)),
    found: await check.find(tx, scope, left + 1),
  }))
  result.compared += compared
  result.differences.push(...found.slice(0, left))
  if (found.length > left) result.hasMore = true
}

async function countCompared(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string }>`${query}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
