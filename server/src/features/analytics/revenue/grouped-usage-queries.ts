import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { FinalizedUsage } from '../../../domain/prices/earning-facts.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { isFinal, isInvoiced } from '../../earnings/facts/final-invoices.ts'
import { billable } from '../../usage/billable.ts'
import { type DateRange, packedOf } from '../../usage/closed-sums/cover.ts'
import { type DaySums, listPacked, packedDays } from '../../usage/closed-sums/packed-days.ts'
import { daysMatch, monthsMatch } from '../../usage/closed-sums/usage-rows.ts'
import { dateText } from '../../usage-figures/window.ts'

const DAY_MS = 24 * 60 * 60_000

/** Those whose usage is added up together, and the times between which it is told apart. */
export type UsageGroup = {
  agentId: string
  /** Each is in one group of the agent. */
  customerIds: readonly string[]
  /** Epoch milliseconds, ascending, each the start of a quarter of an hour. */
  cuts: readonly number[]
  /** Some of the cuts: between these it matters how much each of them used. */
  marks: readonly number[]
  /** Finalized lines, of what each used itself; of one that the window cuts it matters how much each was billed. */
  claims: readonly { line: FinalizedUsage; isCut: boolean }[]
}

/** What a group used of a signal between two cuts; `part` 1 is between the first two. */
type Sums = {
  part: number
  eventCount: string
  billable: Decimal
  cost: Decimal
  uncostedEvents: string
}

/**
 * So many used the same between marks, and were billed the same by lines that are cut: `1:5,3:2.5` is 5
 * after the first mark or by the first line, and 2.5 after or by the third.
 */
type Profile = { profile: string; billed: string; members: string }

/** What all were billed by a line that is not cut: the first is 1. */
type Billed = { claim: number; billed: string }

type Row = { key: number; signalId: string } & (
  | (Sums & { profile: null; claim: null })
  | (Profile & { part: null; claim: null })
  | (Billed & { part: null; profile: null })
)

const times = (all: readonly number[]) => `{${all.map((time) => new Date(time).toISOString())}}`

/** The days in which a cut lies that is not their start. */
const edges = (cuts: readonly number[]) =>
  `{${[...new Set(cuts.filter((cut) => cut % DAY_MS !== 0).map(dateText))]}}`

type Asked = { groups: readonly UsageGroup[]; sums: DaySums }

/** The tables that a statement begins with: `groups`, their `owners`, and `parted`, what these used between cuts. */
async function partedUsage(
  tx: Tx,
  organizationId: string,
  { groups, sums }: { groups: readonly Omit<UsageGroup, 'claims'>[]; sums: DaySums },
): Promise<RawBuilder<unknown>> {
  const first = Math.min(...groups.map(({ cuts }) => cuts[0] ?? 0))
  const last = Math.max(...groups.map(({ cuts }) => cuts.at(-1) ?? 0))
  const days = await daysOf(tx, organizationId, {
    dates: { startDate: dateText(first), endDate: dateText(last) },
    sums,
  })
  const customers = groups.flatMap(({ customerIds }) => customerIds)
  const keys = groups.flatMap(({ customerIds }, key) => customerIds.map(() => key))
  return sql`groups as materialized (
      select key, agent_id, cuts::timestamptz[] as cuts, marks::timestamptz[] as marks,
        edges::date[] as edges
      from unnest(
        ${`{${groups.map((_, key) => key)}}`}::int[],
        ${`{${groups.map(({ agentId }) => agentId)}}`}::uuid[],
        ${groups.map(({ cuts }) => times(cuts))}::text[],
        ${groups.map(({ marks }) => times(marks))}::text[],
        ${groups.map(({ cuts }) => edges(cuts))}::text[]
      ) as given (key, agent_id, cuts, marks, edges)
    ), owners as materialized (
      select owner.key, owner.customer_id, groups.agent_id
      from unnest(${`{${keys}}`}::int[], ${`{${customers}}`}::uuid[]) as owner (key, customer_id)
      join groups on groups.key = owner.key
    ), days as materialized (
      ${days}
    ), cut as materialized (
      select distinct days.key, days.customer_id, days.agent_id, days.day
      from days join groups on groups.key = days.key where days.day = any(groups.edges)
    ), timed as (
      select days.key, days.customer_id, days.signal_id,
        days.day::timestamp at time zone 'UTC' as time, event_count, billable, cost,
        uncosted_event_count
      from days join groups on groups.key = days.key where days.day <> all(groups.edges)
      union all
      select cut.key, used.customer_id, used.signal_id, used.bucket, used.event_count,
        used.billable, used.cost, used.uncosted_event_count
      from cut
      cross join lateral (
        select rollups.customer_id, rollups.signal_id, rollups.bucket,
          sum(rollups.event_count)::bigint as event_count, sum(${billable('rollups')}) as billable,
          sum(rollups.cost) as cost, sum(rollups.uncosted_event_count)::bigint as uncosted_event_count
        from usage_rollups rollups
        where rollups.customer_id = cut.customer_id and rollups.agent_id = cut.agent_id
          and rollups.bucket >= cut.day::timestamp at time zone 'UTC'
          and rollups.bucket < (cut.day + 1)::timestamp at time zone 'UTC'
          and rollups.organization_id = ${organizationId}
        group by rollups.customer_id, rollups.signal_id, rollups.bucket
      ) used
    ), parted as materialized (
      select timed.*, width_bucket(time, cuts) as part,
        case when time >= marks[1] and time < marks[cardinality(marks)]
          then width_bucket(time, marks) end as mark
      from timed join groups on groups.key = timed.key
      where time >= cuts[1] and time < cuts[cardinality(cuts)]
    )`
}

/**
 * What the customers of each group used, from days, packed where they are, and from quarters of an hour
 * where a cut lies in a day; and what finalized lines billed each, with those that settle what came late.
 * Without `work` its figures may be zero.
 */
export async function sumGroups(
  tx: Tx,
  { organizationId, asOf }: Pick<EarningFilter, 'organizationId' | 'asOf'>,
  { groups, sums }: Asked,
): Promise<Row[]> {
  if (groups.length === 0) return []
  const claims = groups.flatMap((group, key) =>
    group.claims.map(({ line, isCut }, index) => ({ key, number: index + 1, isCut, ...line })),
  )
  const all = { organizationId, asOf, customerId: undefined }
  const starts = claims.map(({ start }) => start.epochMilliseconds).sort((a, b) => a - b)
  const [earliest = 0, latest = 0] = [starts[0], starts.at(-1)]
  const parted = await partedUsage(tx, organizationId, { groups, sums })
  const { rows } = await sql<Row>`
    with ${parted}, marked as (
      select key, customer_id, signal_id, string_agg(mark || ':' || billable, ',' order by mark) as used
      from (
        select key, customer_id, signal_id, mark, trim_scale(sum(billable)) as billable
        from parted where mark is not null group by 1, 2, 3, 4 having sum(billable) <> 0
      ) sums group by 1, 2, 3
    ), claims as materialized (
      select * from unnest(
        ${`{${claims.map(({ key }) => key)}}`}::int[],
        ${`{${claims.map(({ number }) => number)}}`}::int[],
        ${`{${claims.map(({ isCut }) => isCut)}}`}::boolean[],
        ${`{${claims.map(({ strategyId }) => strategyId)}}`}::uuid[],
        ${`{${claims.map(({ signalId }) => signalId)}}`}::uuid[],
        ${`{${claims.map(({ start }) => start.toString())}}`}::timestamptz[]
      ) as claim (key, number, is_cut, strategy_id, signal_id, period_start)
    ), billed as materialized (
      select claims.key, lines.customer_id, claims.signal_id, claims.number, claims.is_cut,
        sum(lines.amount) as amount
      from owners
      join invoice_lines lines on lines.customer_id = owners.customer_id
        and lines.organization_id = ${organizationId}
      join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
        and ${isFinal('invoices', all)} and ${isInvoiced('invoices', asOf)}
      join claims on claims.key = owners.key and claims.strategy_id = lines.strategy_id
        and claims.period_start = lines.period_start
      where ${claims.length > 0} and lines.type in ('usage', 'late_usage') and lines.period_start between
        ${new Date(earliest)}::timestamptz and ${new Date(latest)}::timestamptz
      group by 1, 2, 3, 4, 5
    ), shared as (
      select key, customer_id, signal_id,
        string_agg(number || ':' || trim_scale(amount), ',' order by number) as billed
      from billed where is_cut group by 1, 2, 3
    )
    select key, signal_id, part, sum(event_count)::bigint as event_count,
      sum(billable) as billable, sum(cost) as cost,
      sum(uncosted_event_count)::bigint as uncosted_events, null as profile, null as billed,
      null::bigint as members, null::int as claim
    from parted group by 1, 2, 3
    union all
    select key, signal_id, null, null, null, null, null, coalesce(marked.used, ''),
      coalesce(shared.billed, ''), count(*), null
    from marked full join shared using (key, customer_id, signal_id)
    group by 1, 2, marked.used, shared.billed
    union all
    select key, signal_id, null, null, null, null, null, null, sum(amount)::text, null, number
    from billed where not is_cut group by 1, 2, number`.execute(tx)
  return rows
}

/** What a customer of a group used of a signal between two cuts; `part` 1 is between the first two. */
export type MemberUsage = {
  key: number
  customerId: string
  signalId: string
  part: number
  billable: Decimal
}

/** What each customer of the groups used between cuts. */
export async function listMemberUsage(
  tx: Tx,
  { organizationId }: Pick<EarningFilter, 'organizationId'>,
  groups: readonly Omit<UsageGroup, 'marks' | 'claims'>[],
): Promise<MemberUsage[]> {
  if (groups.length === 0) return []
  const unmarked = groups.map((group) => ({ ...group, marks: [] }))
  const parted = await partedUsage(tx, organizationId, { groups: unmarked, sums: 'quantities' })
  const { rows } = await sql<MemberUsage>`
    with ${parted}
    select key, customer_id, signal_id, part, sum(billable) as billable
    from parted group by 1, 2, 3, 4`.execute(tx)
  return rows
}

/** What the owners used on each day. */
async function daysOf(
  tx: Tx,
  organizationId: string,
  { dates, sums }: { dates: DateRange; sums: DaySums },
): Promise<RawBuilder<unknown>> {
  const usage = { organizationId, customerId: undefined, agentId: undefined, signalId: undefined }
  const { packed, rest } = packedOf([dates], await listPacked(tx, organizationId, dates))
  const place = sql`owners.key, owners.agent_id, used.customer_id, used.day, used.signal_id`
  const own = sql`used.customer_id = owners.customer_id and used.agent_id = owners.agent_id`
  const work =
    sums === 'work'
      ? sql`used.event_count, used.cost, used.uncosted_event_count`
      : sql`0::bigint as event_count, 0::numeric as cost, 0::bigint as uncosted_event_count`
  // Each part is joined by itself: PostgreSQL looks nothing up in parts that are one already.
  const parts = rest.map(
    (range) => sql`select ${place}, ${billable('used')} as billable, ${work} from owners
      join (select * from usage_days where ${daysMatch({ ...usage, dates: range })}) used on ${own}`,
  )
  if (packed.length > 0) {
    const months = monthsMatch({ ...usage, dates }, packed)
    parts.push(sql`select ${place}, used.billable, ${work} from owners
      join ${packedDays(months, sums)} used on ${own}
        and used.day >= ${dates.startDate}::date and used.day <= ${dates.endDate}::date`)
  }
  return sql.join(parts, sql` union all `)
}
