import { sql } from 'kysely'
import type { BudgetUse } from '../../../domain/control/decide.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { Budget } from '../budgets/budget.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import { cutWindow } from '../state/cut-window.ts'

type Sums = { cost: Decimal | null; quantity: Decimal | null; events: string | null }

const isInScope = ({ agentId, signalId }: Budget) => sql`
  (${agentId}::uuid is null or agent_id = ${agentId})
  and (${signalId}::uuid is null or signal_id = ${signalId})`

/** Returns what of a budget all customers together have used; its window has no half quarters. */
export async function sharedUse(db: Db, budget: WindowedBudget, now: Date): Promise<BudgetUse> {
  const { measure, window } = budget
  if (!window) throw new Error('a budget over all customers has a window')
  const { days, edges } = cutWindow(window)
  const reads = [
    ...(days ? [sumDays(db, budget, days)] : []),
    ...edges.map((edge) => sumQuarters(db, budget, edge)),
  ]
  const parts = await Promise.all(reads)
  const held = await sumHeld(db, budget, now)
  const amountOf = (sums: Pick<Sums, 'cost' | 'quantity'>) =>
    (measure === 'quantity' ? sums.quantity : sums.cost) ?? ZERO
  return {
    spent: parts.reduce((sum, part) => sum.plus(amountOf(part)), ZERO),
    held: amountOf(held),
    uncostedEvents: parts.reduce((sum, { events }) => sum + Number(events ?? 0), 0),
  }
}

async function sumHeld(
  db: Db,
  { organizationId, agentId, signalId }: Budget,
  now: Date,
): Promise<Pick<Sums, 'cost' | 'quantity'>> {
  const { rows } = await sql<Pick<Sums, 'cost' | 'quantity'>>`
    select sum(greatest(cost - used_cost, reported_cost - used_cost, 0)) as cost,
      sum(quantity) filter (where closed_at is null) as quantity
    from control_holds
    where organization_id = ${organizationId}
      and (${agentId}::uuid is null or agent_id = ${agentId})
      and (${signalId}::uuid is null or signal_id is null or signal_id = ${signalId})
      and ((closed_at is null and expires_at > ${now}::timestamptz) or uncosted_event_count > 0)
    `.execute(db)
  return rows[0] ?? { cost: null, quantity: null }
}

async function sumDays(
  db: Db,
  budget: Budget,
  { first, end }: { first: string; end: string },
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select sum(cost) as cost, sum(quantity - rejected_quantity) as quantity,
      sum(uncosted_event_count)::bigint as events
    from usage_days
    where organization_id = ${budget.organizationId} and day >= ${first}::date
      and day < ${end}::date and ${isInScope(budget)}`.execute(db)
  return rows[0] ?? { cost: null, quantity: null, events: null }
}

async function sumQuarters(
  db: Db,
  budget: Budget,
  { start, end }: { start: number; end: number },
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select sum(cost) as cost, sum(quantity - rejected_quantity) as quantity,
      sum(uncosted_event_count)::bigint as events
    from usage_rollups
    where organization_id = ${budget.organizationId} and bucket >= ${new Date(start)}::timestamptz
      and bucket < ${new Date(end)}::timestamptz and ${isInScope(budget)}`.execute(db)
  return rows[0] ?? { cost: null, quantity: null, events: null }
}
