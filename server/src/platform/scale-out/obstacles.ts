import type pg from 'pg'
import type { PlacedTable } from './tables.ts'

/**
 * Returns foreign objects on moving tables that Citus does not move: triggers, and foreign keys
 * from or to unknown tables. One sentence each, with the statement that removes it.
 */
export async function readObstacles(
  client: pg.ClientBase,
  tables: readonly PlacedTable[],
): Promise<string[]> {
  if (tables.length === 0) return []
  const { rows } = await client.query<{ obstacle: string }>(
    `with moving as (
       select class.oid from pg_class class
       where class.relnamespace = 'public'::regnamespace and class.relname = any ($1)
     ), own as (
       select class.oid from app.placement
       join pg_class class on class.relname = placement.name
       where class.relnamespace = 'public'::regnamespace
     )
     select format('%s has the trigger %I, which does not move; drop it first: drop trigger %I on %s',
       tgrelid::regclass, tgname, tgname, tgrelid::regclass) as obstacle
     from pg_trigger where not tgisinternal and tgrelid in (select oid from moving)
     union all
     select format('The foreign key %I of %s names %s, and only one of them moves; drop it first: '
       'alter table %s drop constraint %I',
       conname, conrelid::regclass, confrelid::regclass, conrelid::regclass, conname)
     from pg_constraint where contype = 'f' and conparentid = 0
       and (confrelid in (select oid from moving) and conrelid not in (select oid from own)
         or conrelid in (select oid from moving) and confrelid not in (select oid from own))
     order by 1`,
    [tables.map(({ name }) => name)],
  )
  return rows.map(({ obstacle }) => obstacle)
}
