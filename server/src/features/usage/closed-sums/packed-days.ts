import { type RawBuilder, sql } from 'kysely'
import { monthOf } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'
import { listClosed } from './closed-times.ts'
import type { DateRange } from './cover.ts'

/** What is read of days: what they used, and also how often and at what cost. */
export type DaySums = 'quantities' | 'work'

/** The months that some of a time lies in and whose days are packed, at the moment of the transaction. */
export function listPacked(tx: Tx, organizationId: string, dates: DateRange): Promise<string[]> {
  const startDate = dateText(monthOf(Date.parse(dates.startDate)))
  const within = { startDate, endDate: dates.endDate }
  return listClosed(tx, organizationId, { table: 'packed_usage_months', dates: within })
}

/**
 * The days of packed months as rows like those of `usage_days`, with `billable` in place of what it follows
 * from, and the `month` by which they are found: a month is unpacked as a whole.
 */
export function packedDays(matches: RawBuilder<unknown>, sums: DaySums): RawBuilder<unknown> {
  const place = sql`packed.customer_id, packed.agent_id, packed.signal_id, packed.organization_id,
    packed.month, days.day, days.billable`
  if (sums === 'quantities') {
    return sql`(select ${place} from packed_usage_months packed
      cross join lateral unnest(packed.days, packed.billable) as days (day, billable)
      where ${matches})`
  }
  return sql`(select ${place}, days.event_count, days.cost,
      coalesce(days.uncosted_event_count, 0) as uncosted_event_count
    from packed_usage_months packed
    cross join lateral unnest(packed.days, packed.billable, packed.event_counts, packed.costs,
      packed.uncosted_event_counts)
      as days (day, billable, event_count, cost, uncosted_event_count)
    where ${matches})`
}
