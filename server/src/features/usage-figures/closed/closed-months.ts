import { intersect, merge, monthAfter, type Range, subtract } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { listClosed } from '../../usage/closed-sums/closed-times.ts'
import { UNPACK_MIN_MS } from '../../usage/closed-sums/cover.ts'
import { listPacked } from '../../usage/closed-sums/packed-days.ts'
import { dateText } from '../window.ts'

/** Each range in `packed` lies within one month. */
type Cut = { months: Range<number>[]; packed: Range<number>[]; days: Range<number>[] }

const SHORTEST_MONTH_MS = 28 * 24 * 60 * 60_000

/**
 * Returns a function that splits a range of whole days: parts covered by closed months, by packed
 * months, and by days, in the transaction's snapshot. Queries once for all `ranges`; a range passed
 * to the function must lie within them.
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
  const closed = await closedIn(tx, organizationId, span)
  const known = new Map<string, Cut>()
  return (range) => {
    if (range.end - range.start < UNPACK_MIN_MS) {
      return { months: [], packed: [], days: [range] }
    }
    // Many ranges have the same start and end.
    const key = `${range.start} ${range.end}`
    const cut = known.get(key) ?? cutAt(range, closed)
    known.set(key, cut)
    return cut
  }
}

type Closed = { months: Range<number>[]; packed: Range<number>[] }

async function closedIn(
  tx: Tx,
  organizationId: string,
  { start, end }: Range<number>,
): Promise<Closed> {
  if (end - start < UNPACK_MIN_MS) return { months: [], packed: [] }
  const dates = { startDate: dateText(start), endDate: dateText(end) }
  const mayHaveMonth = end - start >= SHORTEST_MONTH_MS
  const months = mayHaveMonth
    ? await listClosed(tx, organizationId, { table: 'usage_months', dates })
    : []
  const packed = await listPacked(tx, organizationId, dates)
  return { months: inOrder(months), packed: inOrder(packed) }
}

function inOrder(months: readonly string[]): Range<number>[] {
  return months
    .map((month) => ({ start: Date.parse(month), end: monthAfter(Date.parse(month)) }))
    .toSorted((a, b) => a.start - b.start)
}

function cutAt(range: Range<number>, closed: Closed): Cut {
  const months = merge(
    closed.months.filter(({ start, end }) => start >= range.start && end <= range.end),
  )
  const left = subtract(range, months)
  const packed = left
    .flatMap((piece) => closed.packed.map((month) => intersect(piece, month)))
    .filter((piece) => piece !== undefined)
    .filter(({ start, end }) => end - start >= UNPACK_MIN_MS)
  return { months, packed, days: left.flatMap((piece) => subtract(piece, packed)) }
}
