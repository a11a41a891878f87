import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export type Organization = {
  id: string
  name: string
  slug: string
  createdAt: Date
  updatedAt: Date
}

/** Returns false when another organization has the slug. */
export async function insertOrganization(
  db: Db,
  { id, name, slug, now }: { id: string; name: string; slug: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('organizations')
    .values({ id, name, slug, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export function findOrganization(
  db: Db,
  organizationId: string,
): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'createdAt', 'updatedAt'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
}

/** Lists organizations, oldest first, without the demo. */
export function listOwnOrganizations(db: Db): Promise<Organization[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'createdAt', 'updatedAt'])
    .where('demo', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Lists organizations, oldest first. */
export function listOrganizations(db: Db): Promise<Organization[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'createdAt', 'updatedAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

const FIRST_RUN_LOCK = 0x7077_0003

/**
 * Serializes the creation of the first organization by processes that start on the same empty
 * database.
 */
export async function lockOrganizations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`.execute(tx)
}

/** Returns the organizations with these ids, by name. */
export function listNamed(db: Db, ids: readonly string[]): Promise<Organization[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'createdAt', 'updatedAt'])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** Returns which of the slugs other organizations have. */
export async function listTakenSlugs(
  db: Db,
  { id, slugs }: { id: string; slugs: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('organizations')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('id', '<>', id)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

export async function renameOrganization(
  db: Db,
  { id, name, slug }: { id: string; name: string; slug: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ name, slug, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Throws the violation of `organizations_slug_key` when another organization has the slug. */
export function updateSlug(
  db: Db,
  { organizationId, slug }: { organizationId: string; slug: string },
  now: Date,
): Promise<{ id: string; name: string; slug: string } | undefined> {
  return db
    .updateTable('organizations')
    .set({ slug, updatedAt: now })
    .where('id', '=', organizationId)
    .returning(['id', 'name', 'slug'])
    .executeTakeFirst()
}
