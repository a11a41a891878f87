import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/**
 * Deletes an organization's rows from all tables, referencing rows first. Only for demo data; real
 * books are never deleted.
 */
export async function removeRows(tx: Tx, organizationId: string): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
  for (const table of await listTables(tx)) {
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(tx)
  }
}

/** Lists the tables with rows of organizations, each before the tables that it references. */
async function listTables(tx: Tx): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id'
    order by table_name`.execute(tx)
  const { rows: references } = await sql<{ source: string; target: string }>`
    select source.relname as source, target.relname as target
    from pg_constraint
    join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid
      and source.relnamespace = 'public'::regnamespace`.execute(tx)
  const waiting = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (table) => !references.some(({ source, target }) => target === table && waiting.has(source)),
    )
    if (free.length === 0) throw new Error(`${[...waiting].join(', ')} refer to each other`)
    for (const table of free) {
      waiting.delete(table)
      ordered.push(table)
    }
  }
  return ordered
}
