import { sql } from 'kysely'
import { type AskedColumn, answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import type { BilledRange, RunningSubscription } from './attribution.ts'
import { billedUntil, ofCustomers, settledOf } from './billed-until.ts'
import { type AgentInTime, IN_TIME } from './usage-queries.ts'

/** Time range of a customer's usage of an agent, both ends included. */
export type UsedTime = { customerId: string; agentId: string; first: number; last: number }

/** A candidate with its customer and agent. */
export type OfAgent<T> = T & { customerId: string; agentId: string }

type SubscriptionRow = {
  id: string
  startsAt: Date
  endsAt: Date | null
  pricedSignalIds: string[]
}

/** Columns of a subscription with the signals that its plan prices. */
const SUBSCRIPTION = sql`subscriptions.id, subscriptions.starts_at,
  subscriptions.ends_at,
  coalesce(array_agg(strategies.signal_id) filter (where strategies.signal_id is not null),
    '{}') as priced_signal_ids`
const PRICED_SIGNALS = sql`
  left join pricing_strategies strategies on strategies.plan_id = subscriptions.plan_id
    and strategies.charge_type = 'usage' and strategies.is_active
    and strategies.deleted_at is null`

function runningOf({
  id,
  startsAt,
  endsAt,
  pricedSignalIds,
}: SubscriptionRow): RunningSubscription {
  const start = startsAt.getTime()
  const end = endsAt?.getTime() ?? Number.POSITIVE_INFINITY
  return { id, startsAt: start, start, end, pricedSignalIds }
}

/** A subscription and a time range in which to find its competitors. */
type SubscriptionInTime = AgentInTime & { subscriptionId: string }

const SUBSCRIPTION_IN_TIME: Record<string, AskedColumn<SubscriptionInTime>> = {
  ...IN_TIME,
  subscriptionId: ['uuid', ({ subscriptionId }) => subscriptionId],
}

/** Lists the customer's other subscriptions for the agent that overlap the range. */
export const listCompetingSubscriptions = batched(
  async (db: Db, all: readonly SubscriptionInTime[]): Promise<RunningSubscription[][]> => {
    const { rows } = await sql<SubscriptionRow & { nth: string }>`
      select asked.nth, ${SUBSCRIPTION}
      from ${askedRows(all, SUBSCRIPTION_IN_TIME)}
      join subscriptions on subscriptions.customer_id = asked.customer_id
        and subscriptions.agent_id = asked.agent_id
        and subscriptions.organization_id = asked.organization_id
        and subscriptions.id <> asked.subscription_id and subscriptions.deleted_at is null
        and subscriptions.starts_at < asked.range_end
        and (subscriptions.ends_at is null or subscriptions.ends_at > asked.range_start)
      ${PRICED_SIGNALS}
      where ${ofCustomers('subscriptions', all)}
      group by asked.nth, subscriptions.id, subscriptions.starts_at,
        subscriptions.ends_at`.execute(db)
    return answersTo(all, rows).map((running) => running.map(runningOf))
  },
)

const usedRows = (used: readonly UsedTime[]) => sql`unnest(
  ${used.map(({ customerId }) => customerId)}::uuid[], ${used.map(({ agentId }) => agentId)}::uuid[],
  ${used.map(({ first }) => new Date(first).toISOString())}::timestamptz[],
  ${used.map(({ last }) => new Date(last).toISOString())}::timestamptz[]
) as used (customer_id, agent_id, first_date, last_date)`

/**
 * Returns the bounds of all ranges together: a page of events spans few days, while its customers
 * may have a long history.
 */
function boundsOf(used: readonly UsedTime[]) {
  const instant = (time: number) => sql`${new Date(time)}::timestamptz`
  return {
    first: instant(Math.min(...used.map(({ first }) => first))),
    last: instant(Math.max(...used.map(({ last }) => last))),
  }
}

/** Lists the subscriptions that run in one of the ranges, for a batch of customers and agents. */
export async function listRunningSubscriptions(
  db: Db,
  organizationId: string,
  used: readonly UsedTime[],
): Promise<OfAgent<RunningSubscription>[]> {
  const { rows } = await sql<OfAgent<SubscriptionRow>>`
    select subscriptions.customer_id, subscriptions.agent_id,
      ${SUBSCRIPTION}
    from ${usedRows(used)}
    join subscriptions on subscriptions.customer_id = used.customer_id
      and subscriptions.agent_id = used.agent_id
      and subscriptions.starts_at <= used.last_date
      and (subscriptions.ends_at is null or subscriptions.ends_at > used.first_date)
    ${PRICED_SIGNALS}
    where ${ofCustomers('subscriptions', used)}
      and subscriptions.organization_id = ${organizationId} and subscriptions.deleted_at is null
    group by subscriptions.customer_id, subscriptions.agent_id, subscriptions.id,
      subscriptions.starts_at, subscriptions.ends_at`.execute(db)
  return rows.map((row) => ({
    ...runningOf(row),
    customerId: row.customerId,
    agentId: row.agentId,
  }))
}

type BilledRow = Omit<BilledRange, 'start' | 'end'> & { start: Date; end: Date }

const BILLED_LINE = sql`invoices.subscription_id,
  invoices.id as invoice_id, invoices.finalized_at,
  lines.signal_id, lines.period_start as start`

function billedOf<Row extends BilledRow>({ start, end, ...row }: Row) {
  return { ...row, start: start.getTime(), end: end.getTime() }
}

/** Lists the ranges billed to the customer's other subscriptions for the agent. */
export const listBilledRanges = batched(
  async (db: Db, all: readonly SubscriptionInTime[]): Promise<BilledRange[][]> => {
    const { rows } = await sql<BilledRow & { nth: string }>`
      select asked.nth, ${BILLED_LINE}, ${billedUntil(sql`settled.settled_until`)} as end
      from ${askedRows(all, SUBSCRIPTION_IN_TIME)}
      join invoices on invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id <> asked.subscription_id
        and invoices.status not in ('draft', 'void')
      join subscriptions on subscriptions.customer_id = invoices.customer_id
        and subscriptions.id = invoices.subscription_id
      join invoice_lines lines on lines.customer_id = invoices.customer_id
        and lines.invoice_id = invoices.id
      left join lateral (${settledOf(all)}) settled on true
      where ${ofCustomers('invoices', all)} and ${ofCustomers('subscriptions', all)}
        and ${ofCustomers('lines', all)}
        and lines.type = 'usage' and lines.agent_id = asked.agent_id
        and lines.period_start < asked.range_end
        and lines.period_end > asked.range_start`.execute(db)
    return answersTo(all, rows).map((billed) => billed.map(billedOf))
  },
)

type BilledLine = OfAgent<BilledRow> & { lineId: string; periodEnd: Date }

/** Lists the ranges that lines of finalized invoices billed, for a batch of customers and agents. */
export async function listBilledAt(
  db: Db,
  organizationId: string,
  used: readonly UsedTime[],
): Promise<OfAgent<BilledRange & { lineId: string }>[]> {
  const bounds = boundsOf(used)
  const { rows } = await sql<BilledLine>`
    select lines.customer_id, lines.agent_id, ${BILLED_LINE}, ${billedUntil(sql`null`)} as end,
      lines.id as line_id, lines.period_end
    from ${usedRows(used)}
    join invoice_lines lines on lines.customer_id = used.customer_id
      and lines.agent_id = used.agent_id and lines.type = 'usage'
      and lines.period_start <= used.last_date and lines.period_end > used.first_date
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
      and invoices.status not in ('draft', 'void')
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    where ${ofCustomers('lines', used)} and ${ofCustomers('invoices', used)}
      and ${ofCustomers('subscriptions', used)} and invoices.organization_id = ${organizationId}
      and lines.period_start <= ${bounds.last} and lines.period_end > ${bounds.first}`.execute(db)
  // Only lines cut by a subscription's end can be settled after it. They are few, so they are
  // queried separately.
  const cut = rows.filter(({ end, periodEnd }) => end < periodEnd)
  const settled = await listSettled(db, cut)
  return rows.map(({ periodEnd, ...row }) => {
    const billed = billedOf(row)
    const until = Math.min(periodEnd.getTime(), settled.get(row.lineId) ?? Number.NEGATIVE_INFINITY)
    return { ...billed, end: Math.max(billed.end, until) }
  })
}

/** Returns the latest end of finalized late-usage lines that settle each line, by line id. */
async function listSettled(db: Db, lines: readonly BilledLine[]): Promise<Map<string, number>> {
  if (lines.length === 0) return new Map()
  const { rows } = await sql<{ id: string; until: Date }>`
    select late.source_id as id, max(late.period_end) as until
    from invoice_lines late
    join invoices settling on settling.customer_id = late.customer_id
      and settling.id = late.invoice_id and settling.status not in ('draft', 'void')
    where ${ofCustomers('late', lines)} and ${ofCustomers('settling', lines)}
      and late.type = 'late_usage'
      and late.source_id = any(${lines.map(({ lineId }) => lineId)}::uuid[])
    group by late.customer_id, late.source_id`.execute(db)
  return new Map(rows.map(({ id, until }) => [id, until.getTime()]))
}
