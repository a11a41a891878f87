import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'

/** Whose usage is billed: of all signals of one agent for one customer. */
export type UsageOfAgent = { organizationId: string; customerId: string; agentId: string }

/** Half-open, in epoch milliseconds. */
export type UsageRange = { start: number; end: number }

/** A signal's usage in a range, to be added up under a key. */
export type WantedUsage = UsageRange & { key: string; signalId: string }

export type UsageSum = { key: string; quantity: Decimal; cost: Decimal; eventCount: string }

const column = (wanted: readonly WantedUsage[], read: (one: WantedUsage) => string) =>
  sql`${wanted.map(read)}`

const wantedRows = (wanted: readonly WantedUsage[]) => sql`unnest(
  ${column(wanted, ({ key }) => key)}::text[],
  ${column(wanted, ({ signalId }) => signalId)}::uuid[],
  ${column(wanted, ({ start }) => new Date(start).toISOString())}::timestamptz[],
  ${column(wanted, ({ end }) => new Date(end).toISOString())}::timestamptz[]
) as wanted (key, signal_id, range_start, range_end)`

/** Adds up whole quarters of an hour, which the rollups have added up already. */
export async function sumBuckets(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  wanted: readonly WantedUsage[],
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select wanted.key, sum(rollups.quantity) as quantity, sum(rollups.cost) as cost,
      sum(rollups.event_count)::bigint as event_count
    from ${wantedRows(wanted)}
    join usage_rollups rollups on rollups.customer_id = ${customerId}
      and rollups.organization_id = ${organizationId} and rollups.agent_id = ${agentId}
      and rollups.signal_id = wanted.signal_id
      and rollups.bucket >= wanted.range_start and rollups.bucket < wanted.range_end
    group by wanted.key`.execute(db)
  return rows
}

/** Adds up single events: for the ends of a range that fill no whole quarter of an hour. */
export async function sumEvents(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  wanted: readonly WantedUsage[],
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select wanted.key, sum(events.quantity) as quantity,
      coalesce(sum(events.usage_cost), 0) as cost, count(*) as event_count
    from ${wantedRows(wanted)}
    join usage_events events on events.customer_id = ${customerId}
      and events.organization_id = ${organizationId} and events.agent_id = ${agentId}
      and events.signal_id = wanted.signal_id
      and events.usage_date >= wanted.range_start and events.usage_date < wanted.range_end
    group by wanted.key`.execute(db)
  return rows
}

/** The signals of the agent that the customer used in a range, its ends widened to whole buckets. */
export async function listUsedSignals(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  { start, end }: UsageRange,
): Promise<string[]> {
  const { rows } = await sql<{ signalId: string }>`
    select distinct signal_id from usage_rollups
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and agent_id = ${agentId}
      and bucket > ${new Date(start)}::timestamptz - interval '15 minutes'
      and bucket < ${new Date(end)}::timestamptz`.execute(db)
  return rows.map(({ signalId }) => signalId)
}

/** Another subscription of the same customer and agent that runs at the same time. */
export type CompetingSubscription = {
  id: string
  startsAt: Date
  endsAt: Date | null
  pricedSignalIds: string[]
}

/** Those whose time overlaps the range, with the signals that their plans price. */
export async function listCompetingSubscriptions(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  { subscriptionId, start, end }: UsageRange & { subscriptionId: string },
): Promise<CompetingSubscription[]> {
  const { rows } = await sql<CompetingSubscription>`
    select subscriptions.id, subscriptions.starts_at,
      subscriptions.ends_at,
      coalesce(array_agg(strategies.signal_id) filter (where strategies.signal_id is not null),
        '{}') as priced_signal_ids
    from subscriptions
    left join pricing_strategies strategies on strategies.plan_id = subscriptions.plan_id
      and strategies.charge_type = 'usage' and strategies.is_active
      and strategies.deleted_at is null
    where subscriptions.customer_id = ${customerId} and subscriptions.agent_id = ${agentId}
      and subscriptions.organization_id = ${organizationId}
      and subscriptions.id <> ${subscriptionId} and subscriptions.deleted_at is null
      and subscriptions.starts_at < ${new Date(end)}::timestamptz
      and (subscriptions.ends_at is null or subscriptions.ends_at > ${new Date(start)}::timestamptz)
    group by subscriptions.id, subscriptions.starts_at, subscriptions.ends_at`.execute(db)
  return rows
}

/** What an invoice that is final billed of a signal; it keeps it, whatever becomes of the deals. */
export type BilledRange = {
  signalId: string
  start: Date
  end: Date
  finalizedAt: Date
  invoiceId: string
}

/**
 * Until when the usage of a line is its own: a subscription that has ended has nothing after its end,
 * but for what was billed before the end was set, by the invoice itself or late (`settled`).
 */
export const billedUntil = sql<Date>`greatest(lines.period_start, least(lines.period_end,
  greatest(invoices.finalized_at, coalesce(subscriptions.ends_at, 'infinity'),
    settled.settled_until)))`

/** Until when late lines that are final billed the usage of a line: each says it by its own end. */
export const settledOf = (customerId: string) => sql`
  select max(late.period_end) as settled_until
  from invoice_lines late
  join invoices settling
    on settling.customer_id = late.customer_id and settling.id = late.invoice_id
  where late.customer_id = ${customerId} and late.source_id = lines.id
    and late.type = 'late_usage' and settling.status not in ('draft', 'void')`

/** What the customer's other subscriptions for the agent were billed for. */
export async function listBilledRanges(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
  { subscriptionId, start, end }: UsageRange & { subscriptionId: string },
): Promise<BilledRange[]> {
  const { rows } = await sql<BilledRange>`
    select lines.signal_id, lines.period_start as start,
      ${billedUntil} as end, invoices.finalized_at, invoices.id as invoice_id
    from invoices
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id
    left join lateral (${settledOf(customerId)}) settled on true
    where invoices.customer_id = ${customerId} and invoices.organization_id = ${organizationId}
      and invoices.subscription_id <> ${subscriptionId}
      and invoices.status not in ('draft', 'void')
      and lines.type = 'usage' and lines.agent_id = ${agentId}
      and lines.period_start < ${new Date(end)}::timestamptz
      and lines.period_end > ${new Date(start)}::timestamptz`.execute(db)
  return rows
}
