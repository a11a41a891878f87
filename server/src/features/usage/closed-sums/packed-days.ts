import { type RawBuilder, sql } from 'kysely'
import { monthOf } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'
import { listClosed } from './closed-times.ts'
import type { DateRange } from './cover.ts'

/** The sums to read for each day: billable quantities only, or also event counts and costs. */
export type DaySums = 'quantities' | 'work'

/** Lists the packed months that overlap a range, in the snapshot of the transaction. */
export function listPacked(tx: Tx, organizationId: string, dates: DateRange): Promise<string[]> {
  const startDate = dateText(monthOf(Date.parse(dates.startDate)))
  const within = { startDate, endDate: dates.endDate }
  return listClosed(tx, organizationId, { table: 'packed_usage_months', dates: within })
}

/**
 * Selects the days of packed months as rows like those of `usage_days`. `billable` replaces the
 * columns from which it is computed. `month` is the key, because a month is unpacked as a whole.
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
