import type { Database } from '../../server/src/platform/database.ts'

type Column = {
  name: string
  isNumeric: boolean
  isNullable: boolean
  hasDefault: boolean
  checks: string[]
}

/** Matches `check (status in ('open', 'done'))` as PostgreSQL prints it. */
const LIST = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)/

/**
 * Returns column types that the generator cannot infer: exact numbers, and the values that a check
 * constraint allows in a text column. Keys are full column names, as the generator expects.
 */
export async function columnTypes({ pool }: Database): Promise<Record<string, string>> {
  const { rows } = await pool.query<Column>(`
    select class.relname || '.' || attname as name, atttypid = 'numeric'::regtype as "isNumeric",
      not attnotnull as "isNullable", atthasdef as "hasDefault",
      array(
        select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum] order by conname
      ) as checks
    from pg_attribute
    join pg_class class on class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped`)
  return Object.fromEntries(
    rows.flatMap((column) => {
      const type = column.isNumeric ? 'ExactNumeric' : listedValues(column.checks)
      if (type === undefined) return []
      const nullable = column.isNullable ? `${type} | null` : type
      return [[column.name, column.hasDefault ? `Generated<${nullable}>` : nullable]]
    }),
  )
}

function listedValues(checks: readonly string[]): string | undefined {
  const list = checks.map((check) => LIST.exec(check)?.[1]).find((found) => found !== undefined)
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ')
}
