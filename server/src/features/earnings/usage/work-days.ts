import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import { billable } from '../../usage/billable.ts'
import { type EarningFilter, inFilter } from '../facts/earning-filter.ts'

/** What was used of a signal by a customer on a UTC day (epoch milliseconds). */
export type WorkDay = {
  customerId: string
  agentId: string
  signalId: string
  day: number
  billable: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

/** All usage of the customers of a filter in a window of whole days, by day. */
export async function listWorkDays(
  db: Db,
  filter: EarningFilter,
  { start, end }: Range<number>,
): Promise<WorkDay[]> {
  const { rows } = await sql<WorkDay & { day: string }>`
    select used.customer_id, used.agent_id, used.signal_id, used.day,
      sum(${billable('used')}) as billable, sum(used.cost) as cost,
      sum(used.event_count)::integer as event_count,
      sum(used.uncosted_event_count)::integer as uncosted_events
    from usage_days used
    where ${inFilter(filter, 'used')} and used.day >= ${dateOf(start)}::date
      and used.day < ${dateOf(end)}::date
    group by used.customer_id, used.agent_id, used.signal_id, used.day`.execute(db)
  return rows.map((row) => ({ ...row, day: Date.parse(row.day) }))
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
