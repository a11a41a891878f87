import { merge, monthAfter, type Range, subtract } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { listClosed } from '../../usage/closed-sums/closed-times.ts'
import { dateText } from '../window.ts'

type Cut = { months: Range<number>[]; days: Range<number>[] }

const SHORTEST_MONTH_MS = 28 * 24 * 60 * 60_000

/**
 * Returns a function that splits a range of whole days: parts covered by closed months, and by days, in the
 * transaction's snapshot. Queries once for all `ranges`; a range passed to the function must lie within them.
 */
export async function closedMonthsIn(
  tx: Tx,
  organizationId: string,
  ranges: readonly Range<number>[],
): Promise<(range: Range<number>) => Cut> {
  const closed = await closedIn(tx, organizationId, ranges.filter(mayHaveMonth))
  const known = new Map<string, Cut>()
  return (range) => {
    if (!mayHaveMonth(range)) return { months: [], days: [range] }
    // Many ranges have the same start and end.
    const key = `${range.start} ${range.end}`
    const cut = known.get(key) ?? cutAt(range, closed)
    known.set(key, cut)
    return cut
  }
}

const mayHaveMonth = ({ start, end }: Range<number>) => end - start >= SHORTEST_MONTH_MS

async function closedIn(
  tx: Tx,
  organizationId: string,
  ranges: readonly Range<number>[],
): Promise<Range<number>[]> {
  const [first, ...more] = ranges
  if (!first) return []
  const span = more.reduce(
    (all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }),
    first,
  )
  const dates = { startDate: dateText(span.start), endDate: dateText(span.end) }
  const months = await listClosed(tx, organizationId, { table: 'usage_months', dates })
  return months
    .map((month) => ({ start: Date.parse(month), end: monthAfter(Date.parse(month)) }))
    .toSorted((a, b) => a.start - b.start)
}

function cutAt(range: Range<number>, closed: readonly Range<number>[]): Cut {
  const months = merge(closed.filter(({ start, end }) => start >= range.start && end <= range.end))
  return { months, days: subtract(range, months) }
}
