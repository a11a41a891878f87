import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import { monthAfter, monthOf, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { dateText } from '../../usage-figures/window.ts'
import { type EarningFilter, inFilter } from '../facts/earning-filter.ts'

const DAY_MS = 24 * 60 * 60_000

type Filter = Omit<EarningFilter, 'agentId' | 'asOf'>

/**
 * Returns, by currency, the part of the kept invoiced amounts of a window that invoices billed which were finalized
 * at an instant or later. Whole months are read from the index alone.
 */
export async function sumInvoicedSince(
  tx: Tx,
  filter: Filter,
  { window, since }: { window: Range<number>; since: Date },
): Promise<{ currency: string; amount: Decimal }[]> {
  const { whole, partial } = monthsOf(window)
  const from = (months: RawBuilder<unknown>, amount: RawBuilder<unknown>) => sql`
    select currency, ${amount} as amount from customer_invoiced_months months
    where ${inFilter({ ...filter, agentId: undefined }, 'months')} and ${months}
      and months.invoiced_at >= ${since}::timestamptz`
  const date = (time: number) => sql`${dateText(time)}::date`
  const parts = partial.map(({ month, start, end }) =>
    from(sql`month = ${date(month)}`, sql`${until(month, end)} - ${until(month, start)}`),
  )
  if (whole.start < whole.end) {
    const months = sql`month >= ${date(whole.start)} and month < ${date(whole.end)}`
    parts.push(from(months, sql`invoiced`))
  }
  if (parts.length === 0) return []
  const { rows } = await sql<{ currency: string; amount: Decimal }>`
    select currency, sum(amount) as amount from (${sql.join(parts, sql` union all `)}) amounts
    group by currency order by currency`.execute(tx)
  return rows
}

/** SQL: the running sum of the days of a month before a time. */
function until(month: number, time: number): RawBuilder<unknown> {
  const days = sql.lit((time - month) / DAY_MS)
  return sql`coalesce(invoiced_until[width_bucket(${days}::smallint, days)], 0)`
}

type Month = Range<number> & { month: number }

/** The whole months of a window of whole days, and the others with their part of the window. */
function monthsOf({ start, end }: Range<number>): { whole: Range<number>; partial: Month[] } {
  const first = monthOf(start) === start ? start : monthAfter(monthOf(start))
  const last = monthOf(end)
  const whole = { start: first, end: Math.max(first, last) }
  const ends =
    first > last
      ? [{ start, end }]
      : [
          { start, end: first },
          { start: last, end },
        ]
  const partial = ends
    .filter((range) => range.start < range.end)
    .map((range) => ({ ...range, month: monthOf(range.start) }))
  return { whole, partial }
}
