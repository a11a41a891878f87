import type { PoolClient } from 'pg'
import type { RunQuery } from '../../../platform/database.ts'
import { canonicalProvider, normalizeName } from '../../catalog/names.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'
import type { EventCost, EventRow } from './event-row.ts'

/** Costs rows by the latest prices and mappings, in the order of the rows. */
export type CostRows = (rows: readonly EventRow[]) => Promise<EventCost[]>

const UNCOSTED_EVENTS = 0x7077_0001
const BACKFILL = 0x7077_0002

/**
 * Two advisory locks of an organization. A writer of an event without a cost holds the first one
 * shared until it commits; a backfill takes it exclusively for its last step. So each event is
 * either visible to the backfill or written with the new mapping or own rate. The second lock serializes
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
 * Returns the rows; rows without a cost are costed again if their models were mapped or got own rates
 * concurrently.
 */
export async function withNewPrices(
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
  const pairs = uncosted.flatMap(({ organizationId, cost }) =>
    cost.uncosted.map(({ provider, model }) => ({ organizationId, provider, model })),
  )
  const rated = uncosted.flatMap(namesOfRates)
  const { rowCount } = await client.query({
    name: 'find-new-prices',
    text: `(select 1 from cost_model_mappings
        join unnest($1::uuid[], $2::text[], $3::text[])
          as input (organization_id, source_provider, source_model)
        using (organization_id, source_provider, source_model) limit 1)
      union all
      (select 1 from cost_rates
        join unnest($4::uuid[], $5::text[], $6::text[]) as input (organization_id, provider, model)
        using (organization_id, provider, model)
        where percent_off is null and withdrawn_at is null limit 1)`,
    values: [...columnsOf(pairs), ...columnsOf(rated)],
  })
  if (!rowCount) return rows
  const costs = await costRows(uncosted)
  const costById = new Map(uncosted.map(({ id }, index) => [id, costs[index]]))
  return rows.map((row) => ({ ...row, cost: costById.get(row.id) ?? row.cost }))
}

type Pair = ModelPair & { organizationId: string }

/** Returns the names by which an own rate can be for the models of a row. */
function namesOfRates({ organizationId, cost }: EventRow): Pair[] {
  return cost.uncosted.flatMap(({ provider, model, priced }) => {
    const sent = { provider: canonicalProvider(provider), model: normalizeName(model) }
    return (priced ? [sent, priced] : [sent]).map((pair) => ({ organizationId, ...pair }))
  })
}

function columnsOf(pairs: readonly Pair[]): string[][] {
  return [
    pairs.map(({ organizationId }) => organizationId),
    pairs.map(({ provider }) => provider),
    pairs.map(({ model }) => model),
  ]
}
