import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

export type SortOrder = 'asc' | 'desc'

/** Selects the rows of a list. */
export type Slice = { limit: number; offset: number }

/** A page of a list that can be sorted by any of the keys. */
export type SortedPage<Key> = Slice & { sortBy: Key; sortOrder: SortOrder }

type Paging = Slice & {
  orderBy: RawBuilder<unknown>
  sortOrder: SortOrder
  /** Puts rows without a value last in descending order too. */
  nullsLast?: boolean
  /**
   * The column that orders rows of equal rank; qualified with its table if the query joins several.
   */
  id?: string
}

/**
 * Returns one page of a query and the total number of rows. Rows of equal rank are ordered by id,
 * so that pages neither repeat nor skip rows. An existing order of the query takes precedence.
 * `counted` must find as many rows as the query, without joins that only add columns, or as many as
 * are counted at most.
 */
export async function listPage<
  DB,
  TB extends keyof DB,
  Row,
  CountedDB = DB,
  Counted extends keyof CountedDB = keyof CountedDB,
>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { orderBy, sortOrder, nullsLast = false, limit, offset, id = 'id' }: Paging,
  counted?: SelectQueryBuilder<CountedDB, Counted, unknown>,
): Promise<{ rows: Row[]; total: number }> {
  const page = query
    .orderBy(orderBy, (order) => {
      const directed = sortOrder === 'asc' ? order.asc() : order.desc()
      return nullsLast ? directed.nullsLast() : directed
    })
    .orderBy(sql.ref(id), sortOrder)
  const [rows, total] = await Promise.all([
    page.limit(limit).offset(offset).execute(),
    counted ? countRows(counted) : countRows(query),
  ])
  return { rows, total }
}

async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, unknown>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: string }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Matches rows that contain the text in one of the columns, case-insensitively. Wildcards in the
 * text are escaped.
 */
export function contains(columns: readonly string[], text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`)
  return sql`(${sql.join(matches, sql` or `)})`
}
