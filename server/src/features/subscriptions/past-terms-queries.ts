import { sql } from 'kysely'
import type { BillingCycleName, PastTerms } from '../../domain/schedule.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'

export async function insertPastTerms(
  tx: Tx,
  key: CustomerScopedId,
  terms: PastTerms,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('subscription_past_terms')
    .values({
      customer_id: key.customerId,
      subscription_id: key.id,
      organization_id: key.organizationId,
      from_date: terms.fromDate,
      until_date: terms.untilDate,
      moved_period_date: terms.movedPeriodDate,
      billing_cycle: terms.billingCycle,
      custom_cycle_days: terms.customCycleDays,
      billing_day: terms.billingDay,
      created_at: now,
    })
    .execute()
}

/** The terms before the present ones, the earliest first. */
export function listPastTerms(db: Db, key: CustomerScopedId): Promise<PastTerms[]> {
  return db
    .selectFrom('subscription_past_terms')
    .select(['from_date as fromDate', 'until_date as untilDate'])
    .select('moved_period_date as movedPeriodDate')
    .select(sql<BillingCycleName>`billing_cycle`.as('billingCycle'))
    .select(['custom_cycle_days as customCycleDays', 'billing_day as billingDay'])
    .where('customer_id', '=', key.customerId)
    .where('subscription_id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .orderBy('from_date')
    .execute()
}

/** Gives the past terms to another customer, whose row of the subscription is there already. */
export async function movePastTerms(
  tx: Tx,
  key: CustomerScopedId,
  customerId: string,
): Promise<void> {
  const rows = await tx
    .deleteFrom('subscription_past_terms')
    .where('customer_id', '=', key.customerId)
    .where('subscription_id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .returningAll()
    .execute()
  const moved = rows.map((row) => ({ ...row, customer_id: customerId }))
  if (moved.length > 0) await tx.insertInto('subscription_past_terms').values(moved).execute()
}

export async function deletePastTerms(tx: Tx, key: CustomerScopedId): Promise<void> {
  await tx
    .deleteFrom('subscription_past_terms')
    .where('customer_id', '=', key.customerId)
    .where('subscription_id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .execute()
}
