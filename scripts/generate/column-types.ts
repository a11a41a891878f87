import type { Database } from '../../server/src/platform/database.ts'

type Column = {
  name: string
  isNumeric: boolean
  isNullable: boolean
  hasDefault: boolean
  checks: string[]
}

/** How PostgreSQL writes `check (status in ('open', 'done'))` when it is asked for it. */
const LIST = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)/

/**
 * What the generator cannot know: that numbers are exact, and the values that a check holds a column
 * of text to. By the full name of the column, as the generator wants it.
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
