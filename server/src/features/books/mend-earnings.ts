import type { Db } from '../../platform/database.ts'
import { markEarnings } from '../earning-marks/mark.ts'
import { rebuildOrganizationSums } from '../earnings/refresh/rebuild-organization.ts'
import { earnedMonths } from './earned-months-check.ts'
import {
  KEPT_CUSTOMER_KINDS,
  KEPT_CUSTOMERS,
  KEPT_INVOICED,
  KEPT_INVOICED_DAYS,
  KEPT_ORGANIZATION,
  KEPT_ORGANIZATION_DAY_TOTALS,
  KEPT_ORGANIZATION_MONTHS,
} from './earning-checks.ts'
import type { CheckResult } from './run-checks.ts'

type Reported = { organizationId: string; results: readonly CheckResult[]; now: Date }

/**
 * Mends kept earnings that checks reported: marks the customers, so that the next refresh writes them again,
 * and rebuilds the sums of the organization, which a refresh only changes by differences.
 */
export async function mendEarnings(
  db: Db,
  { organizationId, results, now }: Reported,
): Promise<void> {
  const reportedBy = (...checks: { name: string }[]) =>
    results
      .filter((result) => checks.some(({ name }) => name === result.name))
      .flatMap(({ differences }) => differences)
  const sums = [
    KEPT_ORGANIZATION,
    KEPT_ORGANIZATION_MONTHS,
    KEPT_ORGANIZATION_DAY_TOTALS,
    KEPT_INVOICED_DAYS,
  ]
  if (reportedBy(...sums).length > 0) {
    await rebuildOrganizationSums(db, organizationId)
  }
  const ofCustomers = reportedBy(earnedMonths, KEPT_CUSTOMERS, KEPT_CUSTOMER_KINDS, KEPT_INVOICED)
  const customers = ofCustomers.map(({ customerId }) => customerId)
  const stale = [...new Set(customers)].flatMap((customerId) =>
    customerId ? [{ customerId }] : [],
  )
  await db.transaction().execute((tx) => markEarnings(tx, organizationId, stale, now))
}
