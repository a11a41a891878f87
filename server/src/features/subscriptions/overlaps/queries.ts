import { sql } from 'kysely'
import type { Lifetime } from '../../../domain/subscription-status.ts'
import type { Tx } from '../../../platform/database.ts'
import { notEnded } from '../status/not-ended.ts'

/** Two subscriptions of a customer that conflict because they run at the same time. */
export type Overlap = {
  id: string
  name: string
  other: Lifetime & { id: string; name: string; timeZone: string }
  /** The signal that both price; null if they conflict because they share a plan. */
  signalName: string | null
}

export type OverlapScope = { organizationId: string; customerId: string; ids: readonly string[] }

type OverlapRow = Omit<Overlap, 'other'> & {
  otherId: string
  otherName: string
  startsAt: Date
  endsAt: Date | null
  timeZone: string
}

/**
 * Lists the customer's subscriptions that overlap one of the given ones and conflict with it:
 * - both have the same plan, unless the organization allows it, or
 * - both price the same signal of the same agent.
 * An ended subscription still conflicts within its range, except in its last 24 hours. A customer
 * may return on the day it left, and a new time zone may shift the next start by hours.
 */
export async function listOverlaps(
  tx: Tx,
  { organizationId, customerId, ids }: OverlapScope,
  now: Date,
): Promise<Overlap[]> {
  const { rows } = await sql<OverlapRow>`
    with pairs as materialized (
      select mine.id, mine.name, mine.plan_id, mine.agent_id, other.id as other_id,
        other.name as other_name, other.plan_id as other_plan_id,
        other.agent_id as other_agent_id, other.starts_at, other.ends_at, other.timezone
      from subscriptions mine
      join subscriptions other
        on other.customer_id = mine.customer_id and other.id <> mine.id
        and other.starts_at < coalesce(mine.ends_at, 'infinity')
        and mine.starts_at < coalesce(other.ends_at, 'infinity')
      where mine.customer_id = ${customerId} and mine.id = any(${ids}::uuid[])
        and mine.organization_id = ${organizationId}
        and mine.deleted_at is null and other.deleted_at is null
        and mine.starts_at < coalesce(mine.ends_at, 'infinity')
        and (${notEnded('other', now)} or mine.starts_at < other.ends_at - interval '1 day')
    ),
    conflicts as (
      select pairs.*, null as signal_name from pairs
      join organizations on organizations.id = ${organizationId}
      where plan_id = other_plan_id and not allow_overlapping_subscriptions
      union all
      select pairs.*, signals.name from pairs
      join pricing_strategies mine on mine.plan_id = pairs.plan_id
      join pricing_strategies other
        on other.plan_id = pairs.other_plan_id and other.signal_id = mine.signal_id
      join signals on signals.id = mine.signal_id
      where pairs.agent_id = pairs.other_agent_id and signals.agent_id = pairs.agent_id
        and mine.charge_type = 'usage' and mine.is_active and mine.deleted_at is null
        and other.charge_type = 'usage' and other.is_active and other.deleted_at is null
    )
    select conflicts.id, conflicts.name, other_id, other_name, starts_at, ends_at, signal_name,
      coalesce(conflicts.timezone, customers.timezone) as time_zone
    from conflicts join customers on customers.id = ${customerId}
    order by conflicts.id, signal_name nulls first, starts_at, other_id`.execute(tx)
  return rows.map(({ id, name, signalName, otherId, otherName, ...other }) => ({
    id,
    name,
    signalName,
    other: { id: otherId, name: otherName, ...other },
  }))
}

/** Lists the ids of the agent's signals that the plan prices by usage. */
export async function listPricedSignalIds(
  tx: Tx,
  { organizationId, planId, agentId }: { organizationId: string; planId: string; agentId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('pricingStrategies')
    .innerJoin('signals', 'signals.id', 'pricingStrategies.signalId')
    .select('signals.id')
    .where('pricingStrategies.organizationId', '=', organizationId)
    .where('pricingStrategies.planId', '=', planId)
    .where('pricingStrategies.chargeType', '=', sql.lit('usage'))
    .where('pricingStrategies.isActive', '=', sql.lit(true))
    .where('pricingStrategies.deletedAt', 'is', null)
    .where('signals.agentId', '=', agentId)
    .where('signals.deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
