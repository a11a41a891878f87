import { type Decimal, toExactText, ZERO } from '../../domain/money.ts'
import type { Statement } from '../../platform/database.ts'
import { arrayText } from '../../platform/values/array-text.ts'

/** What the new events of one run change of its hold. */
export type Settlement = {
  customerId: string
  runId: string
  cost: Decimal
  uncostedEvents: number
  /** True if an event is the outcome of the run, and no event keeps the hold open. */
  isEnd: boolean
}

/** A hold after the events of its run were added. */
export type SettledHold = {
  customerId: string
  runId: string
  /** Authorised less what the run cost so far, in USD; negative once it costs more. */
  remaining: Decimal
}

/** The answer to a record of a run with a hold. */
export type HoldAfterRecord = { remaining: Decimal; decision: 'allow' | 'block' }

/** Blocks a run as soon as it has used all that was authorised. */
export function afterRecord({ remaining }: SettledHold): HoldAfterRecord {
  return { remaining, decision: remaining.gt(ZERO) ? 'allow' : 'block' }
}

const INPUT = (customers: string) => `(${customers}run_id, cost, uncosted_events, is_end)`

/** Locks holds in the order of their keys, as every writer of several holds does. */
const settleText = (from: string, condition: string) => `
  update control_holds holds set
    used_cost = holds.used_cost + input.cost,
    uncosted_event_count = holds.uncosted_event_count + input.uncosted_events,
    closed_at = case when input.is_end then coalesce(holds.closed_at, $1) else holds.closed_at end,
    close_reason = case when input.is_end then coalesce(holds.close_reason, 'settled')
      else holds.close_reason end
  from ${from}
  where ${condition}
  returning holds.customer_id as "customerId", holds.run_id as "runId",
    holds.cost - greatest(holds.used_cost, holds.reported_cost) as remaining`

const OF_MANY = `
  with locked as (
    select holds.customer_id, holds.run_id, input.cost, input.uncosted_events, input.is_end
    from unnest($2::uuid[], $3::text[], $4::numeric[], $5::integer[], $6::boolean[])
      as input ${INPUT('customer_id, ')}
    join control_holds holds using (customer_id, run_id)
    order by holds.customer_id, holds.id for update of holds
  )
  ${settleText('locked input', 'holds.customer_id = input.customer_id and holds.run_id = input.run_id')}`

/** Names the customer in each part, so that Citus sends the whole statement to its shard. */
const OF_ONE = settleText(
  `unnest($3::text[], $4::numeric[], $5::integer[], $6::boolean[]) as input ${INPUT('')}
  join (
    select run_id from control_holds
    where customer_id = $2::uuid and run_id = any($3::text[]) order by id for update
  ) locked using (run_id)`,
  'holds.customer_id = $2::uuid and holds.run_id = locked.run_id',
)

/**
 * Builds the statements that add new events to the holds of their runs, for the transaction that
 * writes the events. Their results are rows of `SettledHold`; runs without a hold have none. With
 * `byCustomer`, each customer has its own statement.
 */
export function settleStatements(
  settlements: readonly Settlement[],
  { now, byCustomer }: { now: Date; byCustomer: boolean },
): Statement[] {
  if (settlements.length === 0) return []
  if (!byCustomer) {
    const customers = arrayText(settlements, ({ customerId }) => customerId)
    return [
      { name: 'settle-holds', text: OF_MANY, values: [now, customers, ...columnsOf(settlements)] },
    ]
  }
  const groups = [...Map.groupBy(settlements, ({ customerId }) => customerId)]
  return groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([customerId, own]) => ({
      name: 'settle-holds-of-customer',
      text: OF_ONE,
      values: [now, customerId, ...columnsOf(own)],
    }))
}

function columnsOf(settlements: readonly Settlement[]): unknown[] {
  return [
    settlements.map(({ runId }) => runId),
    arrayText(settlements, ({ cost }) => toExactText(cost)),
    arrayText(settlements, ({ uncostedEvents }) => String(uncostedEvents)),
    arrayText(settlements, ({ isEnd }) => String(isEnd)),
  ]
}
