import { sql } from 'kysely'
import { bucketOf } from '../../../domain/time/range.ts'
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

type NextCustomers = { after: string | null; limit: number }

/** Lists customers with usage on the days of the window, in order of their ids. */
export async function listCustomersWithUsage(
  db: Db,
  scope: RecostScope,
  { after, limit }: NextCustomers,
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct customer_id from customer_days
    where organization_id = ${scope.organizationId}
      and day between ${firstDay(scope)} and ${lastDay(scope)} and ${isNext(scope, after)}
    order by customer_id limit ${limit}`.execute(db)
  return rows.map(({ customerId }) => customerId)
}

/** Like `listCustomersWithUsage`, only those that used one of the models. */
export async function listCustomersOfModels(
  db: Db,
  scope: RecostScope,
  { after, limit, pairs }: NextCustomers & { pairs: readonly ModelPair[] },
): Promise<string[]> {
  const firstBucket = new Date(bucketOf(scope.windowStart.getTime()))
  const { rows } = await sql<{ customerId: string }>`
    select distinct customer_id from model_rollups
    where organization_id = ${scope.organizationId}
      and bucket >= ${firstBucket}::timestamptz and bucket < ${scope.windowEnd}::timestamptz
      and (provider, model) in (select * from unnest(
        ${pairs.map(({ provider }) => provider)}::text[],
        ${pairs.map(({ model }) => model)}::text[]
      )) and ${isNext(scope, after)}
    order by customer_id limit ${limit}`.execute(db)
  return rows.map(({ customerId }) => customerId)
}

function isNext({ customerId }: RecostScope, after: string | null) {
  const isOne = customerId === null ? sql`true` : sql`customer_id = ${customerId}`
  return after === null ? isOne : sql`${isOne} and customer_id > ${after}::uuid`
}
