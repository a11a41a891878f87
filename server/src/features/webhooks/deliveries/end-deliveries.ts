import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

const BATCH = 1_000

/**
 * Ends the deliveries that wait for disabled or deleted endpoints, in short transactions. They can
 * be sent again after the endpoint is enabled.
 */
export async function endDeliveries(db: Db): Promise<void> {
  for (const endpointId of await listEndpointsToEnd(db)) {
    while ((await endBatch(db, endpointId)) === BATCH);
  }
}

const isOff = sql<SqlBool>`(status = 'disabled' or deleted_at is not null)`

async function listEndpointsToEnd(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints endpoint
    where ${isOff} and exists (
      select from webhook_deliveries delivery
      where delivery.endpoint_id = endpoint.id and delivery.status = 'pending'
    )`.execute(db)
  return rows.map(({ id }) => id)
}

function endBatch(db: Db, endpointId: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // The lock keeps the endpoint from being enabled, and its deliveries from being started again.
    const { rows } = await sql`
      select id from webhook_endpoints where id = ${endpointId} and ${isOff}
      for no key update`.execute(tx)
    if (rows.length === 0) return 0
    // Locked deliveries are left to a later call: their outcome is being stored, by a transaction
    // that may wait for the endpoint.
    const { numAffectedRows } = await sql`
      update webhook_deliveries set status = 'failed', next_attempt_at = null
      where endpoint_id = ${endpointId} and announcement_id = any (array(
        select announcement_id from webhook_deliveries
        where endpoint_id = ${endpointId} and status = 'pending'
        limit ${BATCH} for update skip locked
      ))`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}
