import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export type Organization = { id: string; name: string; createdAt: Date; updatedAt: Date }

export async function insertOrganization(
  db: Db,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<void> {
  await db
    .insertInto('organizations')
    .values({ id, name, createdAt: now, updatedAt: now })
    .execute()
}

export function findOrganization(
  db: Db,
  organizationId: string,
): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'createdAt', 'updatedAt'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
}

/** The oldest first. */
export function listOrganizations(db: Db): Promise<Organization[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'createdAt', 'updatedAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

const FIRST_RUN_LOCK = 0x7077_0003

/** Two processes that start on the same empty database must not both create the first one. */
export async function lockOrganizations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`.execute(tx)
}
