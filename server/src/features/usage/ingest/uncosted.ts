import type { PoolClient } from 'pg'
import type { RunQuery } from '../../../platform/database.ts'
import type { EventCost, EventRow } from './event-row.ts'

/** Costs rows by the latest catalog and mappings, in the order of the rows. */
export type CostRows = (rows: readonly EventRow[]) => Promise<EventCost[]>

const UNCOSTED_EVENTS = 0x7077_0001
const BACKFILL = 0x7077_0002

/**
 * Two advisory locks of an organization. A writer of an event without a cost holds the first one
 * shared until it commits; a backfill takes it exclusively for its last step. So each event is
 * either visible to the backfill or written with the new mapping. The second lock serializes
 * backfills.
 */
const LOCK_SHARED = 'select pg_advisory_xact_lock_shared($1, hashtext($2))'
const LOCK_EXCLUSIVE = 'select pg_advisory_xact_lock($1, hashtext($2))'

/** Waits for every uncommitted event without a cost, and blocks new ones. */
export async function lockUncostedEvents(run: RunQuery, organizationId: string): Promise<void> {
  const values = [UNCOSTED_EVENTS, organizationId]
  await run({ name: 'lock-exclusive', text: LOCK_EXCLUSIVE, values })
}

/** Waits until no other backfill of the organization runs. */
export async function lockBackfill(run: RunQuery, organizationId: string): Promise<void> {
  const values = [BACKFILL, organizationId]
  await run({ name: 'lock-exclusive', text: LOCK_EXCLUSIVE, values })
}

/**
 * Returns the rows; rows without a cost are costed again if their models were mapped concurrently.
 */
export async function withNewMappings(
  client: PoolClient,
  rows: readonly EventRow[],
  costRows: CostRows,
): Promise<readonly EventRow[]> {
  const uncosted = rows.filter((row) => row.cost.uncosted.length > 0)
  if (uncosted.length === 0) return rows
  const organizationIds = [...new Set(uncosted.map((row) => row.organizationId))].sort()
  for (const organizationId of organizationIds) {
    const values = [UNCOSTED_EVENTS, organizationId]
    await client.query({ name: 'lock-shared', text: LOCK_SHARED, values })
  }
  const pairs = uncosted.flatMap((row) =>
    row.cost.uncosted.map(({ provider, model }) => ({
      organizationId: row.organizationId,
      provider,
      model,
    })),
  )
  const { rowCount } = await client.query({
    name: 'find-new-mappings',
    text: `select 1 from cost_model_mappings
      join unnest($1::uuid[], $2::text[], $3::text[])
        as input (organization_id, source_provider, source_model)
      using (organization_id, source_provider, source_model) limit 1`,
    values: [
      pairs.map((pair) => pair.organizationId),
      pairs.map((pair) => pair.provider),
      pairs.map((pair) => pair.model),
    ],
  })
  if (!rowCount) return rows
  const costs = await costRows(uncosted)
  const costById = new Map(uncosted.map(({ id }, index) => [id, costs[index]]))
  return rows.map((row) => ({ ...row, cost: costById.get(row.id) ?? row.cost }))
}
