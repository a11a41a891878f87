import pLimit from 'p-limit'
import { forAll } from '../../../../platform/batching/for-all.ts'
import type { Db } from '../../../../platform/database.ts'
import type { BudgetsOf } from '../../budgets/active-budgets.ts'
import { listBetween, listCreditChanges } from './changed-customers.ts'
import { lookAtCredit } from './look.ts'

export type CreditLookDeps = {
  db: Db
  budgetsOf: BudgetsOf
  hasCredit: (organizationId: string) => boolean
}

const HOUR_MS = 3_600_000
const LOOKS_AT_ONCE = 2

/**
 * Looks at the credit of an organization at a stop of its test clock: of customers whose credit
 * begins, expires or is to be announced at this business time, and of those whose credit was changed
 * by what became due, since a real time. Each look is at the time of the stop.
 */
export async function lookAtCreditOf(
  deps: CreditLookDeps,
  { only: organizationId, now: businessNow }: { only: string; now: Date },
  startedAt: Date,
): Promise<void> {
  if (!deps.hasCredit(organizationId)) return
  const from = new Date(businessNow.getTime() - HOUR_MS)
  const found = [
    ...(await listCreditChanges(deps, [organizationId], startedAt)),
    ...(await listBetween(deps.db, [organizationId], { from, until: businessNow })),
  ]
  const customers = [...new Map(found.map((one) => [one.customerId, one])).values()]
  const limit = pLimit(LOOKS_AT_ONCE)
  await forAll(customers, (customer) =>
    limit(async () => {
      const budgets = await deps.budgetsOf(customer)
      await lookAtCredit(deps, customer, { budgets, now: startedAt, businessNow })
    }),
  )
}
