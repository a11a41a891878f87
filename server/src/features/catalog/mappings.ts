import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { announceChange } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import { CATALOG } from './catalog.ts'

const selectMappings = (db: Db) =>
  db
    .selectFrom('costModelMappings as mapping')
    .innerJoin('catalogEntries as entry', 'entry.id', 'mapping.catalogEntryId')
    .select(['mapping.id', 'mapping.sourceModel', 'mapping.sourceProvider'])
    .select(['mapping.catalogEntryId as targetPricingId', 'entry.canonicalName as targetModel'])
    .select(['entry.provider as targetProvider', 'mapping.createdAt', 'mapping.updatedAt'])

/** A mapping of an organization, with the names of its catalog entry. */
export type NamedMapping = Awaited<ReturnType<typeof listMappings>>['rows'][number]

/** Lists a page of the mappings of an organization, the latest first. */
export function listMappings(db: Db, organizationId: string, page: Slice) {
  return listPage(
    selectMappings(db).where('mapping.organizationId', '=', organizationId),
    { ...page, orderBy: sql`mapping.created_at`, sortOrder: 'desc', id: 'mapping.id' },
    db.selectFrom('costModelMappings').where('organizationId', '=', organizationId),
  )
}

export function findMapping(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<NamedMapping | undefined> {
  return selectMappings(db)
    .where('mapping.organizationId', '=', organizationId)
    .where('mapping.id', '=', id)
    .executeTakeFirst()
}

/** Deletes a mapping and notifies every process. Returns false if it is absent. */
export async function deleteMapping(tx: Tx, { organizationId, id }: ScopedId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('costModelMappings')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  await announceChange(tx, CATALOG)
  return numDeletedRows > 0n
}
