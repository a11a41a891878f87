import pg from 'pg'
import type { PlacedTable } from './tables.ts'

/**
 * Number of rows of a table and a checksum of their content, which does not depend on their order.
 */
export type Fingerprint = { rows: string; sum: string }

/**
 * Rows that never change again: those before an instant by a time column, and only these columns.
 */
export type Standing = { table: string; time: string; columns: readonly string[] }

/** Returns the fingerprint of each table by name. */
export async function fingerprint(
  client: pg.ClientBase,
  tables: readonly PlacedTable[],
): Promise<Map<string, Fingerprint>> {
  const found = new Map<string, Fingerprint>()
  for (const { name } of tables) {
    found.set(name, await fingerprintOf(client, name, { columns: undefined, before: undefined }))
  }
  return found
}

/** Returns the fingerprint of the rows before `instant`, given as PostgreSQL text. */
export async function fingerprintStanding(
  client: pg.ClientBase,
  { table, time, columns }: Standing,
  instant: string,
): Promise<Fingerprint> {
  const before = `${pg.escapeIdentifier(time)} < ${pg.escapeLiteral(instant)}::timestamptz`
  return fingerprintOf(client, table, { columns, before })
}

async function fingerprintOf(
  client: pg.ClientBase,
  table: string,
  { columns, before }: { columns: readonly string[] | undefined; before: string | undefined },
): Promise<Fingerprint> {
  const row = (await columnsOf(client, table))
    .filter(({ name }) => columns?.includes(name) ?? true)
    .map(textOf)
  const { rows } = await client.query<Fingerprint>(
    `select count(*)::text as rows,
       coalesce(sum(hashtextextended(row(${row.join(', ')})::text, 0)::numeric), 0)::text as sum
     from public.${pg.escapeIdentifier(table)} ${before === undefined ? '' : `where ${before}`}`,
  )
  const [found] = rows
  if (!found) throw new Error(`${table} cannot be counted`)
  return found
}

type Column = { name: string; type: string }

async function columnsOf(client: pg.ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, atttypid::regtype::text as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    [`public.${pg.escapeIdentifier(table)}`],
  )
  return rows
}

/** Sessions on other nodes may use another time zone, so instants are compared as numbers. */
function textOf({ name, type }: Column): string {
  const column = pg.escapeIdentifier(name)
  return type === 'timestamp with time zone' ? `extract(epoch from ${column})` : `${column}::text`
}
