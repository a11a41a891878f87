import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { parentsFirst } from '../database/parents-first.ts'
import type { TableSection } from './format.ts'

/** Bookkeeping of the schema itself, which the migrator writes. */
const NOT_DATA = ['migrations', 'migrations_lock']

/** Returns every table that holds data. Referenced tables precede those that refer to them. */
export async function listTables(client: pg.ClientBase): Promise<TableSection[]> {
  const { rows } = await client.query<TableSection & { refersTo: string[] }>(
    `select class.relname as table,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
       ) as columns,
       array(select parent.relname::text from pg_constraint con
         join pg_class parent on parent.oid = con.confrelid
         where con.conrelid = class.oid and con.contype = 'f' and con.confrelid <> class.oid
       ) as "refersTo"
     from pg_class class
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
       and not class.relispartition and class.relname <> all ($1)
     order by class.relname`,
    [NOT_DATA],
  )
  return parentsFirst(rows, ({ table }) => table).map(({ table, columns }) => ({ table, columns }))
}

/** Returns the table and its columns in the syntax of `copy`. */
export function copyTarget({ table, columns }: TableSection): string {
  return `public.${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')})`
}
