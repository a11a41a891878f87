import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { ModelPair, UncostedReason } from '../costs/uncosted-service.ts'

/** Lists every pair that leaves an event without a cost, by organization. */
export async function listUncostedPairs(
  db: Db,
): Promise<(ModelPair & { organizationId: string; reason: UncostedReason })[]> {
  const { rows } = await sql<
    ModelPair & { organizationId: string; reason: UncostedReason }
  >`select distinct organization_id, provider, model, reason
    from uncosted_services order by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Lists every pair that leaves an event of the organization without a cost, once. */
export function listUncostedPairsOf(db: Db, organizationId: string): Promise<ModelPair[]> {
  return db
    .selectFrom('uncostedServices')
    .select(['provider', 'model'])
    .distinct()
    .where('organizationId', '=', organizationId)
    .orderBy('provider')
    .orderBy('model')
    .execute()
}

export async function countUncostedEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from usage_events
    where event_processed <> 'PROCESSED'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns true when an event of the organization waits for the cost of this pair. */
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

/** Returns the share of events in the last thirty days without a cost, from 0 to 1. */
export async function shareOfUncosted(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select coalesce(sum(uncosted_event_count)::float / nullif(sum(event_count), 0), 0) as share
    from usage_days
    where day > (${now}::timestamptz at time zone 'UTC')::date - ${SHARE_DAYS}::int`.execute(db)
  return rows[0]?.share ?? 0
}
