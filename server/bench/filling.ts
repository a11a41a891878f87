import type { Pool } from 'pg'
import type { Settings } from '../src/embedded-postgres/server/settings.ts'

/**
 * Settings for filling a database, which can be filled again after a crash. Measurements use other
 * settings.
 */
export const FILLING: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
  shared_buffers: '1GB',
  work_mem: '512MB',
  maintenance_work_mem: '1GB',
}

type Index = { name: string; table: string; definition: string; isConstraint: boolean }

/** Drops the tables' indexes, fills the tables, and creates the indexes again. */
export async function withoutIndexes(
  pool: Pool,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<Index>(
    `select index.indexrelid::regclass::text as name, index.indrelid::regclass::text as table,
       coalesce(pg_get_constraintdef(constraints.oid), pg_get_indexdef(index.indexrelid)) as definition,
       constraints.oid is not null as "isConstraint"
     from pg_index index
     left join pg_constraint constraints on constraints.conindid = index.indexrelid
     where index.indrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { name, table, isConstraint } of rows) {
    await pool.query(
      isConstraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`,
    )
  }
  await fill()
  for (const { name, table, definition, isConstraint } of rows) {
    await pool.query(
      isConstraint ? `alter table ${table} add constraint ${name} ${definition}` : definition,
    )
  }
}
