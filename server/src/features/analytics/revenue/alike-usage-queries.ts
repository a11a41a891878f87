import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { billable } from '../../rating/billable.ts'
import { daysMatch, monthsMatch, usageCover } from '../../usage/closed-sums/usage-rows.ts'
import { dateText, windowOf } from '../window.ts'
import { covering } from './alike-queries.ts'
import type { Pair } from './candidates.ts'
import { type EarningFilter, inFilter } from './subscription-queries.ts'

/** Usage of a plan's subscriptions between two cuts: `part` 1 is between the first two. */
export type AlikeUsage = {
  planId: string
  agentId: string
  signalId: string
  part: number
  eventCount: string
  billable: Decimal
  cost: Decimal
  uncostedEvents: string
}

/** Customers, and the agents of some customers. */
export type Without = { customers: readonly string[]; pairs: readonly Pair[] }

type Asked = { cuts: readonly number[]; without: Without }

const at = (time: number) => sql`${new Date(time)}::timestamptz`
const dayIn = (time: RawBuilder<unknown>) => sql`((${time}) at time zone 'UTC')::date`
const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`
const nextMonth = (month: RawBuilder<unknown>) => sql`(${month} + interval '1 month')::date`

/**
 * What the subscriptions of all but some used while they ran, by plan. The cuts are midnights in UTC. Days
 * and, where no cut lies in them, months that are over are read where a subscription ran for all of them;
 * else days, and quarters of an hour of the days on which it began or ended.
 */
export async function sumAlikeUsage(
  tx: Tx,
  filter: EarningFilter,
  { cuts, without }: Asked,
): Promise<AlikeUsage[]> {
  const window = { start: cuts[0] ?? 0, end: cuts.at(-1) ?? 0 }
  const { organizationId } = filter
  const { startDate, endDate } = windowOf(window)
  const usage = { ...filter, signalId: undefined, dates: { startDate, endDate } }
  const isUncut = (month: Range<number>) =>
    cuts.every((cut) => cut <= month.start || cut >= month.end)
  const { months, rest } = await usageCover(tx, usage, { table: 'usage_days', isUncut })
  const used = sql`used.agent_id = owners.agent_id and used.customer_id = owners.customer_id
    and used.organization_id = ${organizationId}`
  // Each part is joined by itself: PostgreSQL looks nothing up in parts that are one already.
  const parts = rest.map(
    (dates) => sql`
      select ${columnsOf(sql`used.day`)} from owners
      join (select * from usage_days where ${daysMatch({ ...usage, dates })}) used on ${used}
        and used.day >= owners.first_day and used.day < owners.last_day`,
  )
  if (months.length > 0) {
    parts.push(
      sql`select ${columnsOf(sql`used.month`)} from owners
        join (select * from usage_months where ${monthsMatch(usage, months)}) used on ${used}
          and used.month >= owners.first_day and ${nextMonth(sql`used.month`)} <= owners.last_day`,
      sql`select ${columnsOf(sql`used.day`)} from broken owners
        join usage_days used on ${used} and used.day >= owners.first and used.day < owners.last`,
    )
  }
  parts.push(
    sql`select ${columnsOf(dayIn(sql`used.bucket`))} from edges owners
      join usage_rollups used on ${used}
        and used.bucket >= owners.first and used.bucket < owners.last`,
  )
  const { rows } = await sql<AlikeUsage>`
    with owners as materialized (${ownersOf(filter, window, without)}
    ), broken as materialized (${brokenMonths(months)}
    ), edges as materialized (${EDGES}
    )
    select plan_id, agent_id, signal_id, ${partOf(cuts)} as part,
      sum(event_count)::bigint as event_count, sum(billable) as billable,
      sum(cost) as cost, sum(uncosted_event_count)::bigint as uncosted_events
    from (${sql.join(parts, sql` union all `)}) used
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

const columnsOf = (day: RawBuilder<unknown>) => sql`
  owners.plan_id, owners.agent_id, used.signal_id, ${day} as day, used.event_count,
  ${billable('used')} as billable, used.cost, used.uncosted_event_count`

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
    select customer_id, agent_id, plan_id, greatest(first_day, month) as first,
      least(last_day, ${nextMonth(sql`month`)}) as last
    from (
      select distinct owners.*, date_trunc('month', edge::timestamp)::date as month
      from owners cross join lateral (values (first_day), (last_day)) as edge (edge)
    ) touched
    where month = any(${months}::date[])
      and (month < first_day or ${nextMonth(sql`month`)} > last_day)`
}

/** The rest of the days on which one began or ended. */
const EDGES = sql`
  select customer_id, agent_id, plan_id, first, last
  from owners cross join lateral (values
    (since, least(until, ${midnight(sql`first_day`)})),
    (greatest(${midnight(sql`first_day`)}, ${midnight(sql`last_day`)}), until)
  ) as edge (first, last)
  where first < last`

/** Looking every day up takes as long as adding it up. */
const partOf = (cuts: readonly number[]) =>
  cuts.length === 2 ? sql`1` : sql`width_bucket(day, ${cuts.map(dateText)}::date[])`
