import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database.ts'

type DoublePricing = {
  signalName: string
  id: string
  name: string
  otherId: string
  otherName: string
}

/**
 * Finds a subscription of the plan that conflicts with another one of its customer: both run at the
 * same time and price one of these signals. Ended subscriptions are ignored.
 */
export async function findDoublePricing(
  tx: Tx,
  scope: { organizationId: string; planId: string; signalIds: readonly string[] },
  now: Date,
): Promise<DoublePricing | undefined> {
  const { organizationId, planId, signalIds } = scope
  const { rows } = await sql<DoublePricing>`
    with pairs as materialized (
      select mine.id, mine.name, mine.agent_id, other.id as other_id, other.name as other_name,
        other.plan_id as other_plan_id
      from subscriptions mine
      join subscriptions other
        on other.customer_id = mine.customer_id and other.id <> mine.id
        and other.agent_id = mine.agent_id
        and other.starts_at < coalesce(mine.ends_at, 'infinity')
        and mine.starts_at < coalesce(other.ends_at, 'infinity')
      where mine.organization_id = ${organizationId} and mine.plan_id = ${planId}
        and mine.deleted_at is null and other.deleted_at is null
        and (mine.ends_at is null or mine.ends_at > ${now}::timestamptz)
        and (other.ends_at is null or other.ends_at > ${now}::timestamptz)
    )
    select signals.name as signal_name, pairs.id, pairs.name, other_id, other_name
    from pairs
    join pricing_strategies strategy on strategy.plan_id = pairs.other_plan_id
    join signals on signals.id = strategy.signal_id and signals.agent_id = pairs.agent_id
    where strategy.signal_id = any(${signalIds}::uuid[]) and strategy.charge_type = 'usage'
      and strategy.is_active and strategy.deleted_at is null
    order by pairs.id, other_id limit 1`.execute(tx)
  return rows[0]
}
