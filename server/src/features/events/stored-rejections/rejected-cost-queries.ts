import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import type { StoredParts } from '../../usage/costs/stored-event.ts'

/** An event of which units are rejected, with what its cost follows from. */
export type RejectedCost = StoredParts & {
  agentId: string
  signalId: string
  quantity: Decimal
  rejectedQuantity: Decimal
}

/** `usageDate` is text, which preserves the microseconds. */
type Row = RejectedCost & { rejectionId: string; usageDate: string }

/** An event may have a thousand services. */
const EVENTS_AT_ONCE = 500

/** Lists the events of which a rejection is in force and whose cost is known, by usage date. */
export async function* listRejectedEvents(
  tx: Tx,
  filter: UsageFilter,
): AsyncGenerator<RejectedCost[]> {
  let after: Pick<Row, 'rejectionId' | 'usageDate'> | undefined
  do {
    const rows = await listAfter(tx, filter, after)
    yield rows
    after = rows.length < EVENTS_AT_ONCE ? undefined : rows.at(-1)
  } while (after)
}

async function listAfter(
  tx: Tx,
  { organizationId, customerId, agentId, signalId, dates }: UsageFilter,
  after: Pick<Row, 'rejectionId' | 'usageDate'> | undefined,
): Promise<Row[]> {
  const conditions = [
    sql`rejections.organization_id = ${organizationId} and rejections.state = 'accepted'`,
    sql`rejections.usage_date >= ${dates.startDate}::timestamp at time zone 'UTC'`,
    sql`rejections.usage_date < (${dates.endDate}::date + 1)::timestamp at time zone 'UTC'`,
    sql`events.organization_id = ${organizationId} and events.usage_cost is not null`,
  ]
  if (customerId !== undefined) conditions.push(sql`rejections.customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`rejections.agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`rejections.signal_id = ${signalId}`)
  if (after !== undefined) {
    conditions.push(
      sql`(rejections.usage_date, rejections.id)
        > (${after.usageDate}::timestamptz, ${after.rejectionId}::uuid)`,
    )
  }
  const { rows } = await sql<Row>`
    select rejections.id as rejection_id, rejections.usage_date::text as usage_date, rejections.agent_id,
      rejections.signal_id, rejections.quantity as rejected_quantity, events.quantity,
      events.payload, events.corrected_work, events.prices
    from outcome_rejections rejections
    join usage_events events on events.customer_id = rejections.customer_id
      and events.usage_date = rejections.usage_date and events.id = rejections.event_id
    where ${sql.join(conditions, sql` and `)}
    order by rejections.usage_date, rejections.id limit ${EVENTS_AT_ONCE}::integer`.execute(tx)
  return rows
}
