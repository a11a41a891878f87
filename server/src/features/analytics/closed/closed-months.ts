import { merge, monthAfter, type Range, subtract } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { listClosed } from '../../usage/closed-sums/closed-times.ts'
import { dateText } from '../window.ts'

type Cut = { months: Range<number>[]; days: Range<number>[] }

/**
 * What of a range of whole days is added up by months at the moment of the transaction. Asked once for
 * all ranges; none of them may reach beyond these.
 */
export async function closedMonthsIn(
  tx: Tx,
  organizationId: string,
  ranges: readonly Range<number>[],
): Promise<(range: Range<number>) => Cut> {
  const span = ranges.reduce(
    (all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }),
    { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY },
  )
  const months = await closedIn(tx, organizationId, span)
  const known = new Map<string, Cut>()
  return (range) => {
    if (range.end - range.start < SHORTEST_MONTH_MS || months.length === 0) {
      return { months: [], days: [range] }
    }
    // Very many begin and end at the same few times.
    const key = `${range.start} ${range.end}`
    const cut = known.get(key) ?? cutAt(range, months)
    known.set(key, cut)
    return cut
  }
}

const SHORTEST_MONTH_MS = 28 * 24 * 60 * 60_000

async function closedIn(
  tx: Tx,
  organizationId: string,
  { start, end }: Range<number>,
): Promise<Range<number>[]> {
  if (end - start < SHORTEST_MONTH_MS) return []
  const dates = { startDate: dateText(start), endDate: dateText(end) }
  const closed = await listClosed(tx, organizationId, { table: 'usage_months', dates })
  return closed
    .map((month) => ({ start: Date.parse(month), end: monthAfter(Date.parse(month)) }))
    .toSorted((a, b) => a.start - b.start)
}

function cutAt(range: Range<number>, closed: readonly Range<number>[]): Cut {
  const months = merge(closed.filter(({ start, end }) => start >= range.start && end <= range.end))
  return { months, days: subtract(range, months) }
}
