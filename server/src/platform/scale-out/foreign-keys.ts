import type pg from 'pg'
import type { PlacedTable } from './tables.ts'

/**
 * Returns every foreign key of the tables as its PostgreSQL definition, and whether it is
 * validated.
 */
export async function readForeignKeys(
  client: pg.ClientBase,
  tables: readonly PlacedTable[],
): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select concat_ws(' ', class.relname, con.conname, pg_get_constraintdef(con.oid),
       con.convalidated) as key
     from pg_constraint con join pg_class class on class.oid = con.conrelid
     where con.contype = 'f' and class.relnamespace = 'public'::regnamespace
       and class.relname = any ($1) order by 1`,
    [tables.map(({ name }) => name)],
  )
  return rows.map(({ key }) => key)
}

/** Returns tables with a shard that lacks a foreign key, or has one that is not validated. */
export async function findShardsWithoutKeys(
  client: pg.ClientBase,
  tables: readonly PlacedTable[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, refersTo } of tables) {
    if (refersTo.length === 0) continue
    const { rows } = await client.query(
      `select from run_command_on_placements($1, $2) as shard
       where not shard.success or shard.result <> (
         select count(*)::text from pg_constraint where conrelid = $1::regclass and contype = 'f')`,
      [`public.${name}`, KEYS_OF_SHARD],
    )
    if (rows.length > 0) wrong.push(name)
  }
  return wrong
}

const KEYS_OF_SHARD = `select count(*) from pg_constraint
  where conrelid = '%s'::regclass and contype = 'f' and convalidated`
