import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Pair } from '../../earnings/facts/candidates.ts'
import { type EarningFilter, inFilter } from '../../earnings/facts/earning-filter.ts'
import { billable } from '../../usage/billable.ts'
import { packedOf } from '../../usage/closed-sums/cover.ts'
import { type DaySums, listPacked, packedDays } from '../../usage/closed-sums/packed-days.ts'
import { daysMatch, monthsMatch, usageCover } from '../../usage/closed-sums/usage-rows.ts'
import { dateRangeOf, dateText, windowOf } from '../../usage-figures/window.ts'
import { covering } from './alike-queries.ts'

/** Usage of a plan's subscriptions between two cuts: `part` 1 is between the first two. */
export type AlikeUsage = {
  planId: string
  agentId: string
  signalId: string
  part: number
  billable: Decimal
} & Partial<{ eventCount: string; cost: Decimal; uncostedEvents: string }>

/** Customers, and the agents of some customers. */
export type Without = { customers: readonly string[]; pairs: readonly Pair[] }

type Asked = { cuts: readonly number[]; without: Without; sums: DaySums }

const at = (time: number) => sql`${new Date(time)}::timestamptz`
const dayIn = (time: RawBuilder<unknown>) => sql`((${time}) at time zone 'UTC')::date`
const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`
const nextMonth = (month: RawBuilder<unknown>) => sql`(${month} + interval '1 month')::date`

/** What the subscriptions of all but some used while they ran, by plan. The cuts are midnights in UTC. */
export async function sumAlikeUsage(
  tx: Tx,
  filter: EarningFilter,
  asked: Asked,
): Promise<AlikeUsage[]> {
  const { owners, used } = await usedByAlike(tx, filter, asked)
  const { rows } = await sql<AlikeUsage>`
    with ${owners}
    select plan_id, agent_id, signal_id, ${partOf(asked.cuts)} as part, sum(billable) as billable
      ${SUMS[asked.sums]}
    from (${used}) used
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

/**
 * Rows of it by customer, plan, agent, signal and day, and the tables that a statement begins with which reads
 * them. Months that are over and that no cut lies in are read where a subscription ran for all of them; else
 * days, packed where they are, and quarters of an hour of the days on which it began or ended.
 */
export async function usedByAlike(
  tx: Tx,
  filter: EarningFilter,
  { cuts, without, sums }: Asked,
): Promise<{ owners: RawBuilder<unknown>; used: RawBuilder<unknown> }> {
  const window = { start: cuts[0] ?? 0, end: cuts.at(-1) ?? 0 }
  const { organizationId } = filter
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(windowOf(window)) }
  const isUncut = (month: Range<number>) =>
    cuts.every((cut) => cut <= month.start || cut >= month.end)
  const { months, rest: days } = await usageCover(tx, usage, { table: 'usage_days', isUncut })
  const kept = await listPacked(tx, organizationId, usage.dates)
  const { packed, rest } = packedOf(days, kept)
  const used = sql`used.agent_id = owners.agent_id and used.customer_id = owners.customer_id
    and used.organization_id = ${organizationId}`
  const unpacked = (some: readonly string[]) => packedDays(monthsMatch(usage, some), sums)
  // Each part is joined by itself: PostgreSQL looks nothing up in parts that are one already.
  const parts = rest.map(
    (dates) => sql`
      select ${columnsOf(sums, sql`used.day`)} from owners
      join (select * from usage_days where ${daysMatch({ ...usage, dates })}) used on ${used}
        and used.day >= owners.first_day and used.day < owners.last_day`,
  )
  if (packed.length > 0) {
    parts.push(sql`
      select ${columnsOfPacked(sums)} from owners join ${unpacked(packed)} used on ${used}
        and ${nextMonth(sql`used.month`)} > owners.first_day and used.month < owners.last_day
        and used.day >= owners.first_day and used.day < owners.last_day`)
  }
  if (months.length > 0) {
    parts.push(
      sql`select ${columnsOf(sums, sql`used.month`)} from owners
        join (select * from usage_months where ${monthsMatch(usage, months)}) used on ${used}
          and used.month >= owners.first_day and ${nextMonth(sql`used.month`)} <= owners.last_day`,
      sql`select ${columnsOfPacked(sums)} from broken owners
        join ${unpacked(kept)} used on ${used} and used.month = owners.month
          and used.day >= owners.first and used.day < owners.last`,
      sql`select ${columnsOf(sums, sql`used.day`)} from broken owners
        join usage_days used on ${used} and owners.month <> all(${kept}::date[])
          and used.day >= owners.first and used.day < owners.last`,
    )
  }
  parts.push(
    sql`select ${columnsOf(sums, dayIn(sql`used.bucket`))} from edges owners
      join usage_rollups used on ${used}
        and used.bucket >= owners.first and used.bucket < owners.last`,
  )
  const owners = sql`owners as materialized (${ownersOf(filter, window, without)}
    ), broken as materialized (${brokenMonths(months)}
    ), edges as materialized (${edgesOf(window)}
    )`
  return { owners, used: sql.join(parts, sql` union all `) }
}

const SUMS = {
  work: sql`, sum(event_count)::bigint as event_count, sum(cost) as cost,
    sum(uncosted_event_count)::bigint as uncosted_events`,
  quantities: sql``,
}

const PLACE = sql`used.customer_id, owners.plan_id, owners.agent_id, used.signal_id`
const WORK = {
  work: sql`, used.event_count, used.cost, used.uncosted_event_count`,
  quantities: sql``,
}

const columnsOf = (sums: DaySums, day: RawBuilder<unknown>) =>
  sql`${PLACE}, ${day} as day, ${billable('used')} as billable ${WORK[sums]}`

const columnsOfPacked = (sums: DaySums) => sql`${PLACE}, used.day, used.billable ${WORK[sums]}`

/** When each ran in a window: from `since` until `until`, and the whole days from `first_day` to `last_day`. */
function ownersOf(filter: EarningFilter, window: Range<number>, { customers, pairs }: Without) {
  return sql`
    select ran.*, ${dayIn(sql`ran.since - interval '1 microsecond'`)} + 1 as first_day,
      ${dayIn(sql`ran.until`)} as last_day
    from (
      select customer_id, agent_id, plan_id, greatest(starts_at, ${at(window.start)}) as since,
        least(ends_at, ${at(window.end)}) as until
      from subscriptions
      where ${inFilter(filter, 'subscriptions')} and ${covering(window)}
        and customer_id <> all(${customers}::uuid[])
        and (customer_id, agent_id) not in (
          select * from unnest(
            ${`{${pairs.map(({ customerId }) => customerId)}}`}::uuid[],
            ${`{${pairs.map(({ agentId }) => agentId)}}`}::uuid[]
          )
        )
    ) ran`
}

/** The whole days of months in which one began or ended. */
function brokenMonths(months: readonly string[]) {
  return sql`
    select customer_id, agent_id, plan_id, month, greatest(first_day, month) as first,
      least(last_day, ${nextMonth(sql`month`)}) as last
    from (
      select distinct owners.*, date_trunc('month', edge::timestamp)::date as month
      from owners cross join lateral (values (first_day), (last_day)) as edge (edge)
    ) touched
    where month = any(${months}::date[])
      and (month < first_day or ${nextMonth(sql`month`)} > last_day)`
}

/** The rest of the days on which one began or ended: of most that ran all the time, there are none. */
const edgesOf = ({ start, end }: Range<number>) => sql`
  select customer_id, agent_id, plan_id, first, last
  from owners cross join lateral (values
    (since, least(until, ${midnight(sql`first_day`)})),
    (greatest(${midnight(sql`first_day`)}, ${midnight(sql`last_day`)}), until)
  ) as edge (first, last)
  where first < last and (since <> ${at(start)} or until <> ${at(end)})`

/** Looking every day up takes as long as adding it up. */
const partOf = (cuts: readonly number[]) =>
  cuts.length === 2 ? sql`1` : sql`width_bucket(day, ${cuts.map(dateText)}::date[])`
