import type { Db } from '../../../platform/database.ts'
import { DISCOUNT_CHECK } from '../../books/discount-check.ts'
import { EARNING_CHECKS } from '../../books/earning-checks.ts'
import { GRANT_CHECK } from '../../books/grant-check.ts'
import { JOURNAL_CHECKS } from '../../books/journal-checks.ts'
import { MONEY_CHECKS } from '../../books/money-checks.ts'
import { type CheckResult, runChecks } from '../../books/run-checks.ts'
import { USAGE_CHECKS } from '../../books/usage-checks.ts'
import { listExternalIds } from '../../customers/external-ids.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import type { Reconciliation, ReconciliationQuery } from './schemas.ts'

/** All checks, from events to payments. */
export const ALL_CHECKS = [
  ...USAGE_CHECKS,
  ...MONEY_CHECKS,
  GRANT_CHECK,
  ...JOURNAL_CHECKS,
  DISCOUNT_CHECK,
  ...EARNING_CHECKS,
]
/** Customers whose earnings a request computes. */
export const LATEST = 500
const NAMED = 100

/** Runs all checks over a window and returns the differences. */
export async function reconciliation(
  db: Db,
  { organizationId, query }: { organizationId: string; query: ReconciliationQuery },
  now: Date,
): Promise<Reconciliation> {
  const window = parseWindow(query, now)
  const { customerId } = query
  const scope = { organizationId, customerId, window }
  const checks = await runChecks(db, { ...scope, checks: ALL_CHECKS, latest: LATEST, limit: NAMED })
  const externalIds = await listExternalIds(db, organizationId, customersOf(checks))
  return {
    isBalanced: checks.every(({ differences }) => differences.length === 0),
    checks: checks.map(({ differences, ...check }) => ({
      ...check,
      differences: differences.map(({ customerId: id, ...difference }) => {
        const customerExternalId = id === null ? null : (externalIds.get(id) ?? null)
        return { customerId: id, customerExternalId, ...difference }
      }),
    })),
    dateRange: dateRangeOf(window),
    filters: filtersIn(query),
  }
}

const customersOf = (checks: readonly CheckResult[]) =>
  checks.flatMap(({ differences }) => differences.map(({ customerId }) => customerId))
