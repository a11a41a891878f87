import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'

type SeatsRow = { from: string; count: number }

/** Lists the numbers of seats from a day on, in the order of the subscriptions and by date. */
export async function listSeatChanges(
  db: Db,
  keys: readonly CustomerScopedId[],
): Promise<SeatsRow[][]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('subscriptionSeats')
    .select(['organizationId', 'customerId', 'subscriptionId', 'fromDate', 'seats'])
    .where(sql<SqlBool>`customer_id = any(${keys.map((key) => key.customerId)}::uuid[])`)
    .where(sql<SqlBool>`subscription_id = any(${keys.map(({ id }) => id)}::uuid[])`)
    .orderBy('fromDate')
    .execute()
  const keyOf = (one: Omit<CustomerScopedId, 'id'>, id: string) =>
    `${one.organizationId} ${one.customerId} ${id}`
  const found = Map.groupBy(rows, (row) => keyOf(row, row.subscriptionId))
  return keys.map((key) =>
    (found.get(keyOf(key, key.id)) ?? []).map(({ fromDate: from, seats: count }) => ({
      from,
      count,
    })),
  )
}

/** Stores a number of seats from a day on, in place of the one from that day if there is one. */
export async function upsertSeats(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { from, count }: SeatsRow,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('subscriptionSeats')
    .values({
      ...{ customerId, subscriptionId: id, organizationId },
      ...{ fromDate: from, seats: count, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'subscriptionId', 'fromDate'])
        .doUpdateSet({ seats: count, updatedAt: now }),
    )
    .execute()
}

/** Moves the seats to another customer, who already has the subscription's row. */
export async function moveSeats(tx: Tx, key: CustomerScopedId, customerId: string): Promise<void> {
  const rows = await tx
    .deleteFrom('subscriptionSeats')
    .where('customerId', '=', key.customerId)
    .where('subscriptionId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .returningAll()
    .execute()
  const moved = rows.map((row) => ({ ...row, customerId }))
  if (moved.length > 0) await tx.insertInto('subscriptionSeats').values(moved).execute()
}
