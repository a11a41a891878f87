import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billable } from '../../rating/billable.ts'
import { daysMatch, usageParts } from '../closed/usage-rows.ts'
import { dateText, windowOf } from '../window.ts'
import { isFinal } from './line-queries.ts'
import { type EarningFilter, inFilter } from './subscription-queries.ts'

/** Half-open, in epoch milliseconds. */
type Span = { start: number; end: number }

const at = (time: number) => sql`${new Date(time)}::timestamptz`

const covering = ({ start, end }: Span) => sql`subscriptions.deleted_at is null
  and subscriptions.starts_at < ${at(end)}
  and (subscriptions.ends_at is null or subscriptions.ends_at > ${at(start)})`

const coversAll = ({ start, end }: Span) => sql`subscriptions.starts_at < ${at(start)}
  and (subscriptions.ends_at is null or subscriptions.ends_at >= ${at(end)})`

const isMoved = sql`subscriptions.anchor_date is not null
  and subscriptions.moved_period_date is not null`

/** Longer than any of its periods, also than a first one that goes to the billing day. */
const TWO_PERIODS = sql`make_interval(days => 2 * case subscriptions.billing_cycle
  when 'monthly' then 31 when 'yearly' then 366 else subscriptions.custom_cycle_days end)`

/** Whose terms are priced by tiers: what a unit costs depends on those before it. */
const TIERED = sql`
  select strategies.plan_id, signals.agent_id from pricing_strategies strategies
  join signals on signals.id = strategies.signal_id
  where strategies.charge_type = 'usage' and strategies.pricing_model <> 'flat'
    and strategies.is_active and strategies.deleted_at is null`

/**
 * The customers whose subscriptions earn each by itself: one that does not run all the time, whose dates
 * were moved, that has an invoice of these periods, shares an agent with another one, or used something
 * that tiers price. And those of the so many that started last.
 */
export async function listApart(
  db: Db,
  { asOf, ...filter }: EarningFilter,
  { window, last }: { window: Span; last: number },
): Promise<string[]> {
  const running = sql`${inFilter(filter, 'subscriptions')} and ${covering(window)}`
  const reachesBack = sql`${at(window.start)} - ${TWO_PERIODS}`
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from subscriptions where ${running}
    group by customer_id, agent_id
    having count(*) > 1 or not bool_and(${coversAll(window)}) or bool_or(${isMoved})
    union
    select invoices.customer_id from invoices
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    where ${inFilter({ ...filter, agentId: undefined }, 'invoices')}
      and ${isFinal('invoices', asOf)} and invoices.period_end > ${reachesBack}
    union
    select subscriptions.customer_id from subscriptions
    join (${TIERED}) tiered on tiered.plan_id = subscriptions.plan_id
      and tiered.agent_id = subscriptions.agent_id
    join usage_days days on days.customer_id = subscriptions.customer_id
      and days.agent_id = subscriptions.agent_id
      and days.organization_id = ${filter.organizationId}
      and days.day >= (${reachesBack})::date - 1
    where ${running}
    union
    select customer_id from (
      select customer_id from subscriptions where ${running}
      order by starts_at desc, id desc limit ${last}
    ) latest`.execute(db)
  return rows.map(({ customerId }) => customerId)
}

/** So many subscriptions of the same terms, and one of them: the one that comes last. */
export type Alike = { count: number; customerId: string; id: string }

/** Those of all customers but some, by all that their fees follow from. */
export async function listAlike(
  db: Db,
  filter: EarningFilter,
  { window, without }: { window: Span; without: readonly string[] },
): Promise<Alike[]> {
  const { rows } = await sql<{ count: string; last: string }>`
    select count(*) as count, max((subscriptions.id || ' ' || customers.id) collate "C") as last
    from subscriptions join customers on customers.id = subscriptions.customer_id
    where ${inFilter(filter, 'subscriptions')} and ${covering(window)}
      and subscriptions.customer_id <> all(${without}::uuid[])
    group by subscriptions.plan_id, subscriptions.agent_id, subscriptions.seats_count,
      subscriptions.starts_at, subscriptions.ends_at, subscriptions.start_date,
      subscriptions.end_date, subscriptions.end_at, subscriptions.billing_cycle,
      subscriptions.custom_cycle_days, subscriptions.billing_day,
      coalesce(subscriptions.timezone, customers.timezone)`.execute(db)
  return rows.map(({ count, last }) => {
    const [id = '', customerId = ''] = last.split(' ')
    return { count: Number(count), customerId, id }
  })
}

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

/** What the subscriptions of all customers but some used, by plan. The cuts are midnights in UTC. */
export async function sumAlikeUsage(
  tx: Tx,
  filter: EarningFilter,
  { cuts, without }: { cuts: readonly number[]; without: readonly string[] },
): Promise<AlikeUsage[]> {
  const window = { start: cuts[0] ?? 0, end: cuts.at(-1) ?? 0 }
  const parts = await partsOf(tx, filter, cuts)
  // Each part is joined by itself: PostgreSQL looks nothing up in parts that are one already.
  const owned = parts.map(
    (part) => sql`select owners.plan_id, used.* from owners join (${part}) used
      on used.customer_id = owners.customer_id and used.agent_id = owners.agent_id`,
  )
  const { rows } = await sql<AlikeUsage>`
    with owners as materialized (
      select customer_id, agent_id, plan_id from subscriptions
      where ${inFilter(filter, 'subscriptions')} and ${covering(window)}
        and customer_id <> all(${without}::uuid[])
    )
    select plan_id, agent_id, signal_id, width_bucket(day, ${cuts.map(dateText)}::date[]) as part,
      sum(event_count)::bigint as event_count, sum(${billable('used')}) as billable,
      sum(cost) as cost, sum(uncosted_event_count)::bigint as uncosted_events
    from (${sql.join(owned, sql` union all `)}) used
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

/** Between two cuts months are read that are added up; between more, days are told apart. */
async function partsOf(
  tx: Tx,
  { organizationId, customerId, agentId }: EarningFilter,
  cuts: readonly number[],
): Promise<RawBuilder<unknown>[]> {
  const { startDate, endDate } = windowOf({ start: cuts[0] ?? 0, end: cuts.at(-1) ?? 0 })
  const dates = { startDate, endDate }
  const usage = { organizationId, customerId, agentId, signalId: undefined, dates }
  if (cuts.length === 2) return usageParts(tx, usage, 'usage_days')
  return [sql`select * from usage_days where ${daysMatch(usage)}`]
}
