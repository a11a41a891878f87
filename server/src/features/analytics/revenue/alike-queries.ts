import { type RawBuilder, sql } from 'kysely'
import { BUCKET_MS } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import { type EarningFilter, inFilter } from '../../earnings/facts/earning-filter.ts'
import { isFinal, isInvoiced } from '../../earnings/facts/final-invoices.ts'

/** Half-open, in epoch milliseconds. */
type Span = { start: number; end: number }

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/** Subscriptions that cover some of a time. */
export const covering = ({ start, end }: Span) => sql`subscriptions.deleted_at is null
  and subscriptions.starts_at < ${at(end)}
  and (subscriptions.ends_at is null or subscriptions.ends_at > ${at(start)})`

const BUCKET_SECONDS = BUCKET_MS / 1_000

/** Whether it begins or ends within a time at another instant than usage is added up between. */
const isCutOff = ({ start, end }: Span) => sql`(
  subscriptions.starts_at > ${at(start)}
    and extract(epoch from subscriptions.starts_at) % ${BUCKET_SECONDS}::int <> 0
  or subscriptions.ends_at < ${at(end)}
    and extract(epoch from subscriptions.ends_at) % ${BUCKET_SECONDS}::int <> 0)`

const isMoved = sql`subscriptions.anchor_date is not null
  and subscriptions.moved_period_date is not null`

/** Longer than any of its periods, also than a first one that goes to the billing day. */
const TWO_PERIODS = sql`make_interval(days => 2 * case subscriptions.billing_cycle
  when 'monthly' then 31 when 'yearly' then 366 else subscriptions.custom_cycle_days end)`

/** Whose terms are priced by tiers: what a unit costs depends on those before it. */
const tiered = (organizationId: string) => sql`
  select distinct strategies.plan_id, signals.agent_id from pricing_strategies strategies
  join signals on signals.id = strategies.signal_id
  where strategies.organization_id = ${organizationId} and strategies.charge_type = 'usage'
    and strategies.pricing_model <> 'flat' and strategies.is_active
    and strategies.deleted_at is null`

/** What is invoiced of others than those whose time and terms all of the invoice follows from. */
const isOdd = ({ end }: Span) => sql`(subscriptions.deleted_at is not null
  or subscriptions.ends_at is not null or ${isMoved} or subscriptions.starts_at >= ${at(end)}
  or invoices.is_final_invoice)`

/** The longest of those that cover some of a time, as text. */
const longestPeriods = (filter: EarningFilter, window: Span) => sql`
  select max(${TWO_PERIODS})::text as longest from subscriptions
  where ${inFilter(filter, 'subscriptions')} and ${covering(window)}`

/** The same of all agents, by itself: within a statement Citus asks for it as often as it stands there. */
async function findLongest(
  db: Db,
  filter: EarningFilter,
  window: Span,
): Promise<string | undefined> {
  const ofAll = { ...filter, agentId: undefined }
  const { rows } = await sql<{ longest: string | null }>`${longestPeriods(ofAll, window)}`.execute(
    db,
  )
  return rows[0]?.longest ?? undefined
}

/** What makes no difference among those that are alike: what is invoiced of them, by its content. */
type By = { window: Span; byContent: boolean }

/**
 * The customers whose subscriptions earn each by itself: one that begins or ends within a quarter of an
 * hour, whose dates were moved, or that shares an agent with another one, which may also have ended in a
 * period that reaches into the window. Unless they are told by content, also one that has an invoice of
 * these periods or used something that tiers price. And those of the so many that started last.
 */
export async function listApart(
  db: Db,
  { asOf, ...filter }: EarningFilter,
  { window, last, byContent }: By & { last: number },
): Promise<string[]> {
  const running = sql`${inFilter(filter, 'subscriptions')} and ${covering(window)}`
  const reachesBack = sql`${at(window.start)} - ${TWO_PERIODS}`
  const usedTiers = sql`union
    select subscriptions.customer_id from subscriptions
    join (${tiered(filter.organizationId)}) tiered on tiered.plan_id = subscriptions.plan_id
      and tiered.agent_id = subscriptions.agent_id
    join usage_days days on days.customer_id = subscriptions.customer_id
      and days.agent_id = subscriptions.agent_id
      and days.organization_id = ${filter.organizationId}
      and days.day >= (${reachesBack})::date - 1
    where ${running}`
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from subscriptions
    where ${inFilter(filter, 'subscriptions')}
      and subscriptions.deleted_at is null and subscriptions.starts_at < ${at(window.end)}
      and (subscriptions.ends_at is null
        or subscriptions.ends_at > ${at(window.start)} - (${longestPeriods(filter, window)})::interval)
    group by customer_id, agent_id
    having bool_or(${covering(window)})
      and (count(*) > 1 or bool_or(${isMoved}) or bool_or(${isCutOff(window)}))
    union
    select invoices.customer_id from invoices
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    where ${inFilter({ ...filter, agentId: undefined }, 'invoices')}
      and ${isFinal('invoices', { ...filter, asOf })} and invoices.period_end > ${reachesBack}
      ${byContent ? sql`and ${isOdd(window)}` : sql``}
    ${byContent ? sql`` : usedTiers}
    union
    select customer_id from (
      select customer_id from subscriptions where ${running}
      order by starts_at desc, id desc limit ${last}
    ) latest`.execute(db)
  return rows.map(({ customerId }) => customerId)
}

/** So many subscriptions of the same terms, and one of them: the one that comes last. */
export type Alike = {
  count: number
  customerId: string
  id: string
  agentId: string
  /** What `termsOf` is of each of them, in hexadecimal; null where fees are not asked. */
  terms: string | null
  /** Whose they are, where something is invoiced or tiers price: their usage counts apart. */
  customerIds: readonly string[] | null
}

/** Of whose invoices nothing is to be told apart. */
export const NO_CONTENT = sql`null::bytea`

/** All that the fees of a subscription of a customer follow from beside its plan, as PostgreSQL would send it. */
export const termsOf = (content: RawBuilder<unknown>) => sql`record_send(row(
      subscriptions.seats_count, subscriptions.starts_at, subscriptions.ends_at,
      subscriptions.start_date, subscriptions.end_date, subscriptions.end_at,
      subscriptions.billing_cycle, subscriptions.custom_cycle_days, subscriptions.billing_day,
      coalesce(subscriptions.timezone, customers.timezone), ${content}))`

type AlikeAsked = By & {
  without: readonly string[]
  withFees: boolean
  /** Whether it is said of all whose they are. */
  named?: boolean
}

/**
 * Those of all customers but some, by all that their fees follow from, and by what is invoiced. Where no
 * fees are asked, those of whom nothing is invoiced and nobody's tiers count are alike by plan.
 */
export async function listAlike(
  db: Db,
  filter: EarningFilter,
  { window, without, byContent, withFees, named = false }: AlikeAsked,
): Promise<Alike[]> {
  const longest = byContent ? await findLongest(db, filter, window) : undefined
  if (byContent && longest === undefined) return []
  const content = longest
    ? sql`coalesce(invoiced.content, case when tiered.plan_id is not null then 'tiers'::bytea end)`
    : NO_CONTENT
  const terms = termsOf(content)
  const { rows } = await sql<
    Pick<Alike, 'agentId' | 'terms'> & { count: string; last: string; owners: string | null }
  >`
    ${longest ? sql`with invoiced as materialized (${invoicedContents(filter, { window, longest })})` : sql``}
    select count(*) as count, max((subscriptions.id || ' ' || customers.id) collate "C") as last,
      subscriptions.agent_id,
      string_agg(case when ${named ? sql`true` : sql`${content} is not null`}
        then subscriptions.customer_id::text end, ',')
        as owners, ${withFees ? sql`encode(${terms}, 'hex')` : sql`null`} as terms
    from subscriptions join customers on customers.id = subscriptions.customer_id
    ${
      longest
        ? sql`
    left join invoiced on invoiced.customer_id = subscriptions.customer_id
      and invoiced.subscription_id = subscriptions.id
    left join (${tiered(filter.organizationId)}) tiered on tiered.plan_id = subscriptions.plan_id
      and tiered.agent_id = subscriptions.agent_id`
        : sql``
    }
    where ${inFilter(filter, 'subscriptions')} and ${covering(window)}
      and subscriptions.customer_id <> all(${without}::uuid[])
    group by subscriptions.plan_id, subscriptions.agent_id,
      ${withFees ? terms : sql`case when ${content} is not null then ${terms} end`}`.execute(db)
  return rows.map(({ count, last, owners, ...own }) => {
    const [id = '', customerId = ''] = last.split(' ')
    // The driver takes fifty times as long to parse an array of so many.
    const customerIds = owners?.split(',') ?? null
    return { count: Number(count), customerId, id, customerIds, ...own }
  })
}

/**
 * What final invoices say of each subscription in and around a time: all that prices follow from, and not
 * how much was used. Of each invoice the SHA-256 of it, so that no two kinds are ever taken for one; of
 * values as they are sent, which takes half as long as writing them as text.
 */
function invoicedContents(
  { asOf, ...owner }: EarningFilter,
  { window: { start, end }, longest }: { window: Span; longest: string },
) {
  const filter = { ...owner, agentId: undefined }
  return sql`
    select customer_id, subscription_id,
      string_agg(content, '' order by finalized_at, id) as content
    from (
      select invoices.customer_id, invoices.id, invoices.subscription_id, invoices.finalized_at,
        sha256(record_send(row(invoices.period_start, invoices.period_end,
          ${isInvoiced('invoices', asOf)})) || coalesce(string_agg(
          record_send(row(
            lines.agent_id, lines.type, lines.strategy_id, lines.description, lines.signal_id,
            lines.pricing, lines.unit_price,
            case when lines.type <> 'usage' then lines.amount end, lines.counted_from,
            lines.period_start, lines.period_end)), '' order by lines.position), ''))
          as content
      from invoices
      left join invoice_lines lines on lines.customer_id = invoices.customer_id
        and lines.invoice_id = invoices.id
        and lines.type in ('usage', 'recurring', 'seat_based', 'onetime')
      where ${inFilter(filter, 'invoices')} and ${isFinal('invoices', { ...filter, asOf })}
        and invoices.subscription_id is not null
        and invoices.period_end > ${at(start)} - ${longest}::interval
        and invoices.period_start < ${at(end)} + ${longest}::interval
      group by invoices.customer_id, invoices.id
    ) contents
    group by 1, 2`
}
