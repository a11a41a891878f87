import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

export type SortOrder = 'asc' | 'desc'

/** Which rows of a list are meant. */
export type Slice = { limit: number; offset: number }

/** A page of a list that can be sorted by any of the keys. */
export type SortedPage<Key> = Slice & { sortBy: Key; sortOrder: SortOrder }

type Paging = Slice & {
  orderBy: RawBuilder<unknown>
  sortOrder: SortOrder
  /** Rows without a value go last in descending order, too. */
  nullsLast?: boolean
  /** The column that orders rows of equal rank; with its table where a query joins several. */
  id?: string
}

/**
 * One page of the rows of a query, and how many rows all pages have. Rows of equal rank go by id, so
 * that no page repeats or skips one. An order that the query has already goes first. `counted`
 * finds as many rows as the query, without joins that only add columns.
 */
export async function listPage<DB, TB extends keyof DB, Row, Counted extends keyof DB = TB>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { orderBy, sortOrder, nullsLast = false, limit, offset, id = 'id' }: Paging,
  counted?: SelectQueryBuilder<DB, Counted, unknown>,
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

/** Rows that have the text, which stands for itself, in one of the columns, in any case. */
export function contains(columns: readonly string[], text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`)
  return sql`(${sql.join(matches, sql` or `)})`
}
