import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { idempotencyHash } from '../../usage/idempotency-hash.ts'

/** An event by its id, or by the idempotency key that its customer's record had. */
export type EventName = { id: string } | EventByKey
type EventByKey = { customerExternalId: string; idempotencyKey: string }

type FoundEvent = { id: string; customerId: string; usageDate: Date }

/** Finds an event by its record's idempotency key, which is unique for each customer. */
export async function findEventByKey(
  db: Db,
  organizationId: string,
  { customerExternalId, idempotencyKey }: EventByKey,
): Promise<FoundEvent | undefined> {
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('externalId', '=', customerExternalId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!customer) return undefined
  const { rows } = await sql<FoundEvent>`
    select id, customer_id, usage_date from usage_events
    where customer_id = ${customer.id} and organization_id = ${organizationId}
      and idempotency_hash = ${idempotencyHash(idempotencyKey)}::uuid`.execute(db)
  return rows[0]
}
