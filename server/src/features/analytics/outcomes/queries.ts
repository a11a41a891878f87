import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { billable } from '../../usage/billable.ts'

type Key = { id: string; customerId: string; usageDate: Date }

/** Returns billable quantities by event id. */
export async function listBillable(
  db: Db,
  organizationId: string,
  events: readonly Key[],
): Promise<Map<string, Decimal>> {
  if (events.length === 0) return new Map()
  const customerIds = events.map(({ customerId }) => customerId)
  // With several customers, PostgreSQL may scan all events instead of looking up the ids.
  const [one, ...others] = new Set(customerIds)
  const ofOne = others.length === 0 ? sql`and events.customer_id = ${one}` : sql``
  const { rows } = await sql<{ id: string; quantity: Decimal }>`
    select events.id, ${billable('events')} as quantity
    from unnest(
      ${events.map(({ id }) => id)}::uuid[],
      ${customerIds}::uuid[],
      ${events.map(({ usageDate }) => usageDate.toISOString())}::timestamptz[]
    ) as wanted (id, customer_id, usage_date)
    join usage_events events on events.customer_id = wanted.customer_id
      and events.usage_date = wanted.usage_date and events.id = wanted.id ${ofOne}
      and events.organization_id = ${organizationId}`.execute(db)
  return new Map(rows.map(({ id, quantity }) => [id, quantity]))
}
