import { createHash } from 'node:crypto'
import type { Ask } from '../ask.ts'

/**
 * Returns a digest of the tables of this project: their columns, constraints and indexes, as
 * hexadecimal text. Equal schemas have equal digests on every supported version of PostgreSQL, with
 * or without Citus.
 */
export async function schemaDigest(ask: Ask): Promise<string> {
  const lines = await ask<{ line: string }>(LINES, [])
  const text = lines.map(({ line }) => line).sort()
  return createHash('sha256').update(text.join('\n')).digest('hex')
}

/**
 * `not null` is compared as a property of columns, because PostgreSQL 18 also lists it as a
 * constraint.
 */
const LINES = `
  with tables as (
    select class.oid, namespace.nspname || '.' || class.relname as name, class.reloptions
    from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
    where namespace.nspname in ('public', 'app') and class.relkind in ('r', 'p')
      and exists (select from app.placement where name = class.relname or class.relname = 'placement')
  )
  select concat_ws(' ', name, array_to_string(reloptions, ',')) as line from tables
  union all
  select concat_ws(' ', name, attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid))
  from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select concat_ws(' ', tables.name, conname, pg_get_constraintdef(pg_constraint.oid))
  from tables join pg_constraint on conrelid = tables.oid and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select pg_get_indexdef(indexrelid) from tables join pg_index on indrelid = tables.oid`
