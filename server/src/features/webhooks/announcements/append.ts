import { sql } from 'kysely'
import { lockRows } from '../../../platform/advisory-lock.ts'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import { announceChange, type CacheTopic } from '../../../platform/cache-events.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Announcement } from './announcement.ts'

/** Cache invalidation topic that announces new deliveries. */
export const WEBHOOK_DELIVERIES: CacheTopic = { name: 'webhook-deliveries' }

/** An announcement with the version of its object. */
export type NewAnnouncement = Announcement & { version: number }

/**
 * Appends announcements to the feeds of their organizations, with a delivery for each endpoint that
 * takes them. One transaction at a time appends to a feed, so its positions become visible in
 * order. An announcement that exists is left as it is.
 */
export async function appendAnnouncements(
  tx: Tx,
  announcements: readonly NewAnnouncement[],
  now: Date,
): Promise<void> {
  if (announcements.length === 0) return
  const organizationIds = [...new Set(announcements.map((one) => one.organizationId))]
  // Before the statement that assigns positions: it must follow the commit of the previous holder.
  await forAll(organizationIds, (organizationId) => {
    const feed = { table: 'announcements', organizationId, ids: [organizationId] }
    return lockRows(tx, feed, 'update')
  })
  if ((await insertAnnouncements(tx, announcements, now)) > 0) {
    await announceChange(tx, WEBHOOK_DELIVERIES)
  }
}

/** Returns the number of deliveries. */
async function insertAnnouncements(
  tx: Tx,
  announcements: readonly NewAnnouncement[],
  now: Date,
): Promise<number> {
  const asked = askedRows(announcements, {
    id: ['uuid', ({ id }) => id],
    organizationId: ['uuid', ({ organizationId }) => organizationId],
    customerId: ['uuid', ({ customerId }) => customerId],
    customerExternalId: ['text', ({ customerExternalId }) => customerExternalId],
    type: ['text', ({ type }) => type],
    objectId: ['uuid', ({ objectId }) => objectId],
    version: ['integer', ({ version }) => version],
    data: ['text', ({ data }) => data],
    happenedAt: ['timestamptz', ({ happenedAt }) => happenedAt],
  })
  const { numAffectedRows } = await sql`
    with added as (
      insert into announcements
        (id, organization_id, customer_id, customer_external_id, type, object_id, version, data,
         happened_at, created_at)
      select id, organization_id, customer_id, customer_external_id, type, object_id, version, data,
        happened_at, ${now}::timestamptz
      from ${asked}
      order by nth
      on conflict (id) do nothing
      returning id, organization_id, position, type, object_id
    )
    insert into webhook_deliveries
      (announcement_id, endpoint_id, organization_id, position, type, includes_costs, status,
       attempts, next_attempt_at, created_at)
    select added.id, endpoint.id, added.organization_id, added.position, added.type,
      endpoint.includes_costs, 'pending', 0, ${now}::timestamptz, ${now}::timestamptz
    from added
    join webhook_endpoints endpoint on endpoint.organization_id = added.organization_id
      and endpoint.status = 'enabled' and endpoint.deleted_at is null
      and case when added.type = 'webhook.test' then endpoint.id = added.object_id
        else endpoint.types is null or added.type = any(endpoint.types) end`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
