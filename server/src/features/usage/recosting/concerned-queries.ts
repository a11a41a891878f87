import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'
import type { RecostScope } from './costed-events.ts'

const firstDay = ({ windowStart }: RecostScope) =>
  sql`(${windowStart}::timestamptz at time zone 'UTC')::date`
const lastDay = ({ windowEnd }: RecostScope) =>
  sql`(${windowEnd}::timestamptz at time zone 'UTC')::date`

/** Lists the names of models and services that were used on the days of the window. */
export async function listUsedPairs(db: Db, scope: RecostScope): Promise<ModelPair[]> {
  const { rows } = await sql<ModelPair>`
    select distinct provider, model from organization_models
    where organization_id = ${scope.organizationId}
      and day between ${firstDay(scope)} and ${lastDay(scope)}`.execute(db)
  return rows
}

/**
 * Lists up to `limit` customers of the scope after the given one, in order of their ids, deleted ones
 * included.
 */
export async function listCustomers(
  db: Db,
  { organizationId, customerId }: RecostScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const isOne = customerId === null ? sql`` : sql`and id = ${customerId}`
  const isNext = after === null ? sql`` : sql`and id > ${after}::uuid`
  const { rows } = await sql<{ id: string }>`
    select id from customers where organization_id = ${organizationId} ${isOne} ${isNext}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns those of the customers that have usage on the days of the window. */
export async function withUsage(
  db: Db,
  scope: RecostScope,
  customerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct customer_id from customer_days
    where organization_id = ${scope.organizationId} and customer_id = any(${customerIds}::uuid[])
      and day between ${firstDay(scope)} and ${lastDay(scope)}
    order by customer_id`.execute(db)
  return rows.map(({ customerId }) => customerId)
}
