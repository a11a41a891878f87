import { type Decimal, toExactText } from '../../domain/money.ts'
import type { Statement } from '../../platform/database.ts'
import { arrayText } from '../../platform/values/array-text.ts'

type OfCustomer = { organizationId: string; customerId: string }

/**
 * Builds the statement that locks the account of a customer until the transaction ends. It returns
 * no row if the customer has none yet. Take several in the order of customer ids.
 */
export function lockAccountStatement({ organizationId, customerId }: OfCustomer): Statement {
  return {
    name: 'lock-control-account',
    text: `select from control_accounts where customer_id = $1 and organization_id = $2
      for update`,
    values: [customerId, organizationId],
  }
}

export type NewHold = {
  id: string
  runId: string
  agentId: string
  signalId: string | null
  cost: Decimal
  quantity: Decimal
  expiresAt: Date
}

/**
 * Builds the statement that stores new holds of a customer, whose account is locked. It returns their
 * ids, without which Citus would not count it as a write (ADR 29).
 */
export function insertHoldsStatement(
  { organizationId, customerId }: OfCustomer,
  holds: readonly NewHold[],
  now: Date,
): Statement {
  return {
    name: 'insert-control-holds',
    text: `insert into control_holds (customer_id, organization_id, created_at, id, run_id, agent_id,
        signal_id, cost, estimated_cost, quantity, expires_at)
      select $1, $2, $3, id, run_id, agent_id, signal_id, cost, cost, quantity, expires_at
      from unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::numeric[], $9::numeric[],
        $10::timestamptz[])
        as hold (id, run_id, agent_id, signal_id, cost, quantity, expires_at)
      returning id`,
    values: [
      customerId,
      organizationId,
      now,
      arrayText(holds, ({ id }) => id),
      holds.map(({ runId }) => runId),
      arrayText(holds, ({ agentId }) => agentId),
      holds.map(({ signalId }) => signalId),
      arrayText(holds, ({ cost }) => toExactText(cost)),
      arrayText(holds, ({ quantity }) => toExactText(quantity)),
      holds.map(({ expiresAt }) => expiresAt),
    ],
  }
}

export type ExtendedHold = { id: string; cost: Decimal; expiresAt: Date }

/**
 * Builds the statement that authorises other costs of open holds of a customer, whose account is
 * locked. It returns the ids of the changed ones; a hold that was closed concurrently is left out.
 */
export function extendHoldsStatement(
  { organizationId, customerId }: OfCustomer,
  holds: readonly ExtendedHold[],
): Statement {
  const sorted = holds.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    name: 'extend-control-holds',
    text: `with locked as (
        select holds.id, extended.cost, extended.expires_at
        from unnest($3::uuid[], $4::numeric[], $5::timestamptz[])
          as extended (id, cost, expires_at)
        join control_holds holds using (id)
        where holds.customer_id = $1 and holds.organization_id = $2 and holds.closed_at is null
        order by holds.id for update of holds
      )
      update control_holds holds set cost = locked.cost, expires_at = locked.expires_at
      from locked
      where holds.customer_id = $1 and holds.id = locked.id and holds.closed_at is null
      returning holds.id`,
    values: [
      customerId,
      organizationId,
      arrayText(sorted, ({ id }) => id),
      arrayText(sorted, ({ cost }) => toExactText(cost)),
      sorted.map(({ expiresAt }) => expiresAt),
    ],
  }
}
