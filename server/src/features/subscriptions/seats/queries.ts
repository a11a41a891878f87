import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'

type SeatsRow = { from: string; count: number }

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
