import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { ModelPair, UncostedReason } from '../costs/uncosted-service.ts'

/** Every pair that holds back the cost of some event, by organization. */
export async function listUncostedPairs(
  db: Db,
): Promise<(ModelPair & { organizationId: string; reason: UncostedReason })[]> {
  const { rows } = await sql<
    ModelPair & { organizationId: string; reason: UncostedReason }
  >`select distinct organization_id, provider, model, reason
    from uncosted_services order by 1, 2, 3, 4`.execute(db)
  return rows
}

export async function countUncostedEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from usage_events
    where event_processed <> 'PROCESSED'`.execute(db)
  return rows[0]?.count ?? 0
}

/** True when some event of the organization waits for the cost of this pair. */
export async function hasUncostedEvents(
  db: Db,
  organizationId: string,
  { provider, model }: ModelPair,
): Promise<boolean> {
  const row = await db
    .selectFrom('uncostedServices')
    .select('eventId')
    .where('organizationId', '=', organizationId)
    .where('provider', '=', provider)
    .where('model', '=', model)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const SHARE_DAYS = 30

/** The share of the events of the last thirty days whose cost is not known, from 0 to 1. */
export async function shareOfUncosted(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select coalesce(sum(uncosted_event_count)::float / nullif(sum(event_count), 0), 0) as share
    from usage_days
    where day > (${now}::timestamptz at time zone 'UTC')::date - ${SHARE_DAYS}::int`.execute(db)
  return rows[0]?.share ?? 0
}
