import type { Db } from '../../platform/database.ts'
import { customerPages } from '../customers/customer-ids.ts'
import type { UsageFilter } from '../usage/closed-sums/usage-rows.ts'
import type { Dimension, UsageSums } from '../usage-figures/sums.ts'
import * as queries from '../usage-figures/sums.ts'
import type { Grouping } from '../usage-figures/window.ts'
import { ALL } from './fields.ts'
import { listNames } from './names-queries.ts'

/** A customer, agent or signal with its sums by bucket; buckets without events are omitted. */
export type BreakdownPart = { id: string; name: string; sums: (UsageSums & { date: string })[] }

type Asked = {
  dimension: Dimension
  /** Number of parts with the most events; undefined for all, with customers ordered by id. */
  top: number | undefined
  groupBy: Grouping
  /** Number of buckets in the window. */
  buckets: number
}

/** Approximate number of sums read per query. */
const SUMS_AT_ONCE = 5_000
const TABLES = { customer: 'customers', agent: 'agents', signal: 'signals' } as const

/** Yields the usage of a window by customer, agent or signal, in batches. */
export async function* breakdownPages(
  db: Db,
  filter: UsageFilter,
  asked: Asked,
): AsyncGenerator<BreakdownPart[]> {
  const { dimension, groupBy } = asked
  const { organizationId } = filter
  for await (const ids of idPages(db, filter, asked)) {
    const rows = await queries.sumByDimensionAndBucket(db, filter, { dimension, ids, groupBy })
    const sumsOf = Map.groupBy(rows, ({ id }) => id)
    const names = await listNames(db, TABLES[dimension], {
      organizationId,
      ids: [...sumsOf.keys()],
    })
    yield ids.flatMap((id) => {
      const sums = sumsOf.get(id)
      return sums ? [{ id, name: names.get(id) ?? id, sums }] : []
    })
  }
}

async function* idPages(
  db: Db,
  filter: UsageFilter,
  { dimension, top, buckets }: Asked,
): AsyncGenerator<readonly string[]> {
  const atOnce = Math.max(1, Math.floor(SUMS_AT_ONCE / buckets))
  if (dimension === 'customer' && top === undefined && filter.customerId === undefined) {
    yield* customerPages(db, filter.organizationId, atOnce)
    return
  }
  const found = await queries.sumByDimension(db, filter, { dimension, limit: top ?? ALL })
  for (let from = 0; from < found.length; from += atOnce) {
    yield found.slice(from, from + atOnce).map(({ id }) => id)
  }
}
