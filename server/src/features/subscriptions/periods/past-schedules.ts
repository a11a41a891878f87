import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { BillingCycleName, PastSchedule } from '../../../domain/time/schedule.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db, Tx } from '../../../platform/database.ts'

export async function insertPastTerms(
  tx: Tx,
  key: CustomerScopedId,
  terms: PastSchedule,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('subscriptionPastTerms')
    .values({
      ...terms,
      customerId: key.customerId,
      subscriptionId: key.id,
      organizationId: key.organizationId,
      createdAt: now,
    })
    .execute()
}

/** Lists the past schedules, earliest first. */
export const listPastSchedules = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<PastSchedule[][]> => {
    const rows = await db
      .selectFrom('subscriptionPastTerms')
      .select(['customerId', 'subscriptionId', 'organizationId'])
      .select(['fromDate', 'untilDate', 'movedPeriodDate', 'cycleFrom'])
      .select([
        sql<BillingCycleName>`billing_cycle`.as('billingCycle'),
        'customCycleDays',
        'billingDay',
      ])
      .where(sql<SqlBool>`customer_id = any(${keys.map((key) => key.customerId)}::uuid[])`)
      .where(sql<SqlBool>`subscription_id = any(${keys.map(({ id }) => id)}::uuid[])`)
      .orderBy('fromDate')
      .execute()
    return keys.map((key) =>
      rows.flatMap(({ customerId, subscriptionId, organizationId, ...terms }) =>
        customerId === key.customerId &&
        subscriptionId === key.id &&
        organizationId === key.organizationId
          ? [terms]
          : [],
      ),
    )
  },
)

/** Moves past schedules to another customer, who already has the subscription's row. */
export async function movePastTerms(
  tx: Tx,
  key: CustomerScopedId,
  customerId: string,
): Promise<void> {
  const rows = await tx
    .deleteFrom('subscriptionPastTerms')
    .where('customerId', '=', key.customerId)
    .where('subscriptionId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .returningAll()
    .execute()
  const moved = rows.map((row) => ({ ...row, customerId }))
  if (moved.length > 0) await tx.insertInto('subscriptionPastTerms').values(moved).execute()
}

export async function deletePastTerms(tx: Tx, key: CustomerScopedId): Promise<void> {
  await tx
    .deleteFrom('subscriptionPastTerms')
    .where('customerId', '=', key.customerId)
    .where('subscriptionId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
}
