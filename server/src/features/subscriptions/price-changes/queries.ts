import { type SqlBool, sql } from 'kysely'
import type { Audience } from '../../../domain/prices/strategy.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { selectSubscriptions } from '../read.ts'

/** Selects the subscriptions that a change of prices may reach. */
export type Reach = {
  organizationId: string
  planIds: readonly string[]
  strategyIds: readonly string[]
  from: string
  audience: Audience
}

/** True for a subscription that runs on the first day or later, in its time zone, and is of the audience. */
function isReached({ organizationId, planIds, from, audience }: Reach) {
  const conditions = [
    sql<SqlBool>`subscriptions.organization_id = ${organizationId}`,
    sql<SqlBool>`subscriptions.plan_id = any(${planIds}::uuid[])`,
    sql<SqlBool>`(subscriptions.ends_at is null or subscriptions.ends_at > subscriptions.starts_at
      and subscriptions.ends_at > ${from}::date::timestamp
        at time zone coalesce(subscriptions.timezone, customers.timezone))`,
  ]
  if (audience === 'new') conditions.push(sql`subscriptions.start_date >= ${from}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The subscriptions with own prices of one of the strategies, to be joined as `own`. */
const withOwnPrices = ({ organizationId, strategyIds }: Reach) =>
  sql<{ customerId: string; subscriptionId: string }>`(
    select distinct customer_id, subscription_id from subscription_prices
    where organization_id = ${organizationId} and strategy_id = any(${strategyIds}::uuid[]))`.as(
    'own',
  )

/** Lists subscriptions with the names of their customers: those with own prices first, then by start. */
export function listReached(tx: Tx, reach: Reach, limit: number) {
  return selectSubscriptions(tx)
    .leftJoin(withOwnPrices(reach), (join) =>
      join
        .onRef('own.customerId', '=', 'subscriptions.customerId')
        .onRef('own.subscriptionId', '=', 'subscriptions.id'),
    )
    .select(['customers.name as customerName', 'customers.externalId as customerExternalId'])
    .where(isReached(reach))
    .orderBy(sql`own.subscription_id is null`)
    .orderBy('subscriptions.startsAt')
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute()
}

/** Counts all of them, and those with own prices of one of the strategies. */
export async function countReached(
  tx: Tx,
  reach: Reach,
): Promise<{ total: number; withOwnPrices: number }> {
  const row = await tx
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
    .leftJoin(withOwnPrices(reach), (join) =>
      join
        .onRef('own.customerId', '=', 'subscriptions.customerId')
        .onRef('own.subscriptionId', '=', 'subscriptions.id'),
    )
    .select((is) => [
      is.fn.countAll().as('total'),
      is.fn.count('own.subscriptionId').as('withOwnPrices'),
    ])
    .where('subscriptions.deletedAt', 'is', null)
    .where(isReached(reach))
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), withOwnPrices: Number(row.withOwnPrices) }
}

/** Lists the periods of final invoices of subscriptions, by subscription. */
export async function listFinalTimes(
  tx: Tx,
  organizationId: string,
  subscriptions: readonly { id: string; customerId: string }[],
): Promise<Map<string, { start: Date; end: Date }[]>> {
  if (subscriptions.length === 0) return new Map()
  const { rows } = await sql<{ subscriptionId: string; start: Date; end: Date }>`
    select subscription_id, period_start as start, period_end as end
    from invoices
    where organization_id = ${organizationId}
      and customer_id = any(${subscriptions.map(({ customerId }) => customerId)}::uuid[])
      and subscription_id = any(${subscriptions.map(({ id }) => id)}::uuid[])
      and status not in ('draft', 'void') and not is_final_invoice`.execute(tx)
  return Map.groupBy(rows, ({ subscriptionId }) => subscriptionId)
}

/** Returns the currencies of plans, by id. */
export async function listCurrencies(
  db: Db,
  organizationId: string,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('pricingPlans')
    .select(['id', 'currency'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${planIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}
