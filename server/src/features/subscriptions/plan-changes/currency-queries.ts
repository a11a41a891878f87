import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'

/** Returns the currency of a plan, even if it is deleted. */
export async function findPlanCurrency(db: Db, { organizationId, id }: ScopedId): Promise<string> {
  const { currency } = await db
    .selectFrom('pricingPlans')
    .select('currency')
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return currency
}
