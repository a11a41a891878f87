import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'

export type UncostedModel = { provider: string; model: string; count: string }

/** Counts, by model, the events that have no cost because of it. */
export async function sumUncostedByModel(db: Db, filter: UsageFilter): Promise<UncostedModel[]> {
  const { organizationId, customerId, agentId, signalId, dates } = filter
  const conditions = [
    sql<SqlBool>`services.organization_id = ${organizationId}`,
    sql`services.usage_date >= ${dates.startDate}::timestamp at time zone 'UTC'`,
    sql`services.usage_date < (${dates.endDate}::date + 1)::timestamp at time zone 'UTC'`,
  ]
  if (customerId !== undefined) conditions.push(sql`services.customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`events.agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`events.signal_id = ${signalId}`)
  // Joins the events only when the filter needs their agent or signal.
  const isByWork = agentId !== undefined || signalId !== undefined
  const events = sql`join usage_events events on events.customer_id = services.customer_id
    and events.usage_date = services.usage_date and events.id = services.event_id`
  const { rows } = await sql<UncostedModel>`
    select services.provider, services.model, count(*) as count
    from uncosted_services services ${isByWork ? events : sql``}
    where ${sql.join(conditions, sql` and `)}
    group by services.provider, services.model`.execute(db)
  return rows
}
