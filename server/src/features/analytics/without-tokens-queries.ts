import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { UsageFilter } from '../usage/closed-sums/usage-rows.ts'
import { IS_WITHOUT_TOKENS } from '../usage/costs/without-tokens.ts'

/** Counts events with an LLM use that has no tokens. */
export async function countWithoutTokens(
  db: Db,
  { organizationId, customerId, agentId, signalId, dates }: UsageFilter,
): Promise<number> {
  const conditions = [
    sql`organization_id = ${organizationId}`,
    sql`usage_date >= ${dates.startDate}::timestamp at time zone 'UTC'`,
    sql`usage_date < (${dates.endDate}::date + 1)::timestamp at time zone 'UTC'`,
    IS_WITHOUT_TOKENS,
  ]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from usage_events
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  return Number(rows[0]?.count)
}
