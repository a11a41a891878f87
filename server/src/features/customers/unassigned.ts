import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'

const NAME = 'Unassigned'

/**
 * Returns the customer of an organization that has work whose customer is not known, and creates it
 * at the first such work. It has no external id, so no record can name it.
 */
export async function provideUnassigned(
  db: Db,
  organizationId: string,
  now: Date,
): Promise<string> {
  const found = await findUnassigned(db, organizationId)
  if (found !== undefined) return found
  const row = {
    id: newId(),
    organizationId,
    name: NAME,
    isUnassigned: true,
    createdAt: now,
    updatedAt: now,
  }
  // Another process may create it concurrently.
  await db
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('organizationId').where('isUnassigned', '=', sql.lit(true)).doNothing(),
    )
    .execute()
  return (await findUnassigned(db, organizationId)) ?? row.id
}

/** Returns the unassigned customer; undefined if the organization has none yet. */
export async function findUnassigned(db: Db, organizationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('isUnassigned', '=', sql.lit(true))
    .executeTakeFirst()
  return row?.id
}
