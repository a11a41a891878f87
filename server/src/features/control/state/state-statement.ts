import type { BudgetWindow } from '../../../domain/control/window.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Statement } from '../../../platform/database.ts'
import { dateText, timestampText } from '../../../platform/values/timestamp-text.ts'
import { cutWindow } from './cut-window.ts'

/** Usage of a customer in a window; null: any agent or signal. */
export type AskedUse = { agentId: string | null; signalId: string | null; window: BudgetWindow }

export type StateQuestion = {
  organizationId: string
  customerId: string
  uses: readonly AskedUse[]
  /** Runs whose holds are read. */
  runIds: readonly string[]
  /** Real time, which decides what has expired. */
  now: Date
  /** Business time, at which credit is valid. */
  businessNow: Date
}

/** A row of the statement, of one kind. */
export type StateRow =
  | {
      kind: 'use'
      nth: number
      cost: Decimal | null
      quantity: Decimal | null
      events: string | null
    }
  | HeldRow
  | HoldRow
  | NegativeCredit

/** Credit in a currency that is below zero, as after a chargeback. */
export type NegativeCredit = { kind: 'negative_credit'; currency: string; amount: Decimal }

/** What open holds hold, by agent and signal. */
export type HeldRow = {
  kind: 'held'
  agentId: string
  signalId: string | null
  cost: Decimal
  quantity: Decimal
}

export type HoldRow = {
  kind: 'hold'
  id: string
  runId: string
  agentId: string
  signalId: string | null
  cost: Decimal
  quantity: Decimal
  usedCost: Decimal
  /** What the run cost when its kept spans were last read; null: it had none. */
  reportedCost: Decimal | null
  /** Number of the run's events without a cost. */
  events: string
  expiresAt: Date
  closedAt: Date | null
}

const isInScope = `(asked.agent_id is null or days.agent_id = asked.agent_id)
  and (asked.signal_id is null or days.signal_id = asked.signal_id)`
const sumsOf = (table: string) => `sum(${table}.cost) as cost,
  sum(${table}.quantity - ${table}.rejected_quantity) as quantity,
  sum(${table}.uncosted_event_count)::bigint as events`

/**
 * One statement, so that a settlement, which moves an amount from held to spent in one commit, is
 * seen as a whole or not at all. Whole days are read from the sums of days, the rest from the
 * quarters of those days: each quarter has a row of its day.
 *
 * PostgreSQL reuses its plan as long as it expects the plan for any values to cost no more than one for
 * these values. For that, it must expect few rows of a list: a limit that it does not know makes it
 * expect one instead of ten. Otherwise it plans at each decision, which takes longer than the reading.
 */
const TEXT = `
  select 'use' as kind, asked.nth, null::uuid as id, null as "runId", null::uuid as "agentId",
    null::uuid as "signalId", sums.cost, sums.quantity, sums.events,
    null::numeric as "usedCost", null::numeric as "reportedCost", null::timestamptz as "expiresAt",
    null::timestamptz as "closedAt", null as currency, null::numeric as amount
  from (
    select * from unnest($3::int[], $4::uuid[], $5::uuid[], $6::date[], $7::date[])
      as asked (nth, agent_id, signal_id, first_day, end_day) limit $16
  ) asked
  cross join lateral (
    select ${sumsOf('days')} from usage_days days
    where days.customer_id = $1 and days.organization_id = $2
      and days.day >= asked.first_day and days.day < asked.end_day and ${isInScope}
  ) sums
  union all
  select 'use', asked.nth, null, null, null, null, sums.cost, sums.quantity, sums.events,
    null, null, null, null, null, null
  from (
    select * from unnest($8::int[], $9::uuid[], $10::uuid[], $11::date[], $12::timestamptz[],
      $13::timestamptz[]) as asked (nth, agent_id, signal_id, day, starts_at, ends_at) limit $16
  ) asked
  cross join lateral (
    select ${sumsOf('rollups')} from usage_days days
    join usage_rollups rollups on rollups.customer_id = days.customer_id
      and rollups.agent_id = days.agent_id and rollups.signal_id = days.signal_id
      and rollups.is_backfill = days.is_backfill
      and rollups.bucket >= asked.starts_at and rollups.bucket < asked.ends_at
    where days.customer_id = $1 and days.organization_id = $2 and days.day = asked.day
      and rollups.customer_id = $1 and ${isInScope}
  ) sums
  union all
  select 'held', null, null, null, agent_id, signal_id,
    sum(greatest(cost - used_cost, reported_cost - used_cost, 0)), sum(quantity), null, null, null,
    null, null, null, null
  from (
    select agent_id, signal_id, cost, used_cost, reported_cost, quantity from control_holds
    where customer_id = $1 and organization_id = $2 and closed_at is null and expires_at > $14
    union all
    select agent_id, signal_id, cost, used_cost, reported_cost,
      case when closed_at is null then quantity else 0 end from control_holds
    where customer_id = $1 and organization_id = $2 and uncosted_event_count > 0
      and (closed_at is not null or expires_at <= $14)
  ) counting group by agent_id, signal_id
  union all
  select 'hold', null, id, run_id, agent_id, signal_id, cost, quantity, uncosted_event_count,
    used_cost, reported_cost, expires_at, closed_at, null, null
  from control_holds
  where customer_id = $1 and organization_id = $2 and run_id = any($15::text[])
  union all
  select 'negative_credit', null, null, null, null, null, null, null, null, null, null, null, null,
    currency, sum(rest)
  from (
    select credits.currency, sum(credits.amount) as rest, grants.effective_at, grants.expires_at
    from customer_credits credits
    left join credit_grants grants on grants.customer_id = $1 and grants.id = credits.grant_id
    where credits.customer_id = $1 and credits.organization_id = $2
      and grants.kind is distinct from 'promotional'
    group by credits.currency, credits.grant_id, grants.effective_at, grants.expires_at
  ) credit
  where rest < 0 or effective_at is null
    or effective_at <= $17 and (expires_at is null or expires_at > $17)
  group by currency having sum(rest) < 0`

/**
 * Builds the statement that reads what of the asked uses is spent, what is held, the holds of runs, and
 * negative credit, all at one instant. For exact decisions it must follow the lock of the account in
 * a transaction, so that its view is newer than the lock.
 */
export function stateStatement(question: StateQuestion): Statement {
  const { organizationId, customerId, uses, runIds, now, businessNow } = question
  const days: DayRange[] = []
  const edges: Edge[] = []
  uses.forEach(({ agentId, signalId, window }, nth) => {
    const cut = cutWindow(window)
    const scope = { nth, agentId, signalId }
    if (cut.days) days.push({ ...scope, ...cut.days })
    for (const edge of cut.edges) edges.push({ ...scope, ...edge })
  })
  return {
    name: 'control-state',
    text: TEXT,
    values: [
      customerId,
      organizationId,
      days.map(({ nth }) => nth),
      days.map(({ agentId }) => agentId),
      days.map(({ signalId }) => signalId),
      days.map(({ first }) => first),
      days.map(({ end }) => end),
      edges.map(({ nth }) => nth),
      edges.map(({ agentId }) => agentId),
      edges.map(({ signalId }) => signalId),
      edges.map(({ start }) => dateText(start)),
      edges.map(({ start }) => timestampText(start)),
      edges.map(({ end }) => timestampText(end)),
      now,
      runIds,
      days.length + edges.length,
      businessNow,
    ],
  }
}

type Scoped = { nth: number; agentId: string | null; signalId: string | null }
type DayRange = Scoped & { first: string; end: string }
/** A range within one UTC day. */
type Edge = Scoped & Range<number>
