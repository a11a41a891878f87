import { sql } from 'kysely'
import { type Decimal, toExactText } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'

/** A change of the cost of a stored event. */
export type EventCostChange = {
  customerId: string
  usageDate: Date
  eventId: string
  /** The difference in USD. */
  cost: Decimal
  /** -1 if its cost becomes known, 1 if it becomes unknown. */
  uncostedEvents: number
}

/** What changes of one hold. */
export type HoldChange = { customerId: string; id: string; cost: Decimal; uncostedEvents: number }

/** Events received so long before a hold may count in it: processes have different clocks. */
const CLOCKS_DIFFER = '1 minute'

/**
 * Returns what changed costs of events change of the holds of their runs. Reads without locks, so
 * that a long transaction can apply all changes at its end.
 */
export async function findHoldChanges(
  tx: Tx,
  organizationId: string,
  changes: readonly EventCostChange[],
): Promise<HoldChange[]> {
  if (changes.length === 0 || !(await hasHolds(tx, organizationId))) return []
  const { rows } = await sql<HoldChange>`
    select holds.customer_id, holds.id, sum(input.cost) as cost,
      sum(input.uncosted_events)::int as uncosted_events
    from unnest(
      ${changes.map(({ customerId }) => customerId)}::uuid[],
      ${changes.map(({ usageDate }) => usageDate)}::timestamptz[],
      ${changes.map(({ eventId }) => eventId)}::uuid[],
      ${changes.map(({ cost }) => toExactText(cost))}::numeric[],
      ${changes.map(({ uncostedEvents }) => uncostedEvents)}::integer[]
    ) as input (customer_id, usage_date, id, cost, uncosted_events)
    join usage_events events using (customer_id, usage_date, id)
    join control_holds holds on holds.customer_id = events.customer_id
      and holds.run_id = events.run_id
      and events.created_at >= holds.created_at - interval '${sql.raw(CLOCKS_DIFFER)}'
    where events.organization_id = ${organizationId}
    group by holds.customer_id, holds.id`.execute(tx)
  return rows
}

async function hasHolds(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('controlAccounts')
    .select('customerId')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Applies changes in the order of the holds' keys, in which recording locks them too. Call it as
 * late as possible: records of these runs wait until the transaction ends. What a run used never
 * becomes negative, so that a hold never counts for more than was authorised.
 */
export async function applyHoldChanges(
  tx: Tx,
  organizationId: string,
  changes: readonly HoldChange[],
): Promise<void> {
  const byCustomer = [...Map.groupBy(changes, ({ customerId }) => customerId)]
  for (const [customerId, own] of byCustomer.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`
      with input as (
        select * from unnest(
          ${own.map(({ id }) => id)}::uuid[],
          ${own.map(({ cost }) => toExactText(cost))}::numeric[],
          ${own.map(({ uncostedEvents }) => uncostedEvents)}::integer[]
        ) as input (id, cost, uncosted_events)
      ), locked as (
        select holds.id from input join control_holds holds using (id)
        where holds.customer_id = ${customerId} and holds.organization_id = ${organizationId}
        order by holds.id for update of holds
      )
      update control_holds holds set
        used_cost = greatest(holds.used_cost + input.cost, 0),
        reported_cost = case when holds.reported_cost is not null
          then greatest(holds.reported_cost + input.cost, 0) end,
        uncosted_event_count = greatest(holds.uncosted_event_count + input.uncosted_events, 0)
      from locked join input using (id)
      where holds.customer_id = ${customerId} and holds.id = locked.id`.execute(tx)
  }
}

/** Adds up changes of the same hold, for a transaction that applies them at its end. */
export function collectHoldChanges() {
  const byHold = new Map<string, HoldChange>()
  return {
    add: (changes: readonly HoldChange[]): void => {
      for (const change of changes) {
        const known = byHold.get(change.id)
        byHold.set(change.id, known ? addChange(known, change) : change)
      }
    },
    all: (): HoldChange[] => [...byHold.values()],
  }
}

function addChange(a: HoldChange, b: HoldChange): HoldChange {
  return {
    ...a,
    cost: a.cost.plus(b.cost),
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
  }
}
