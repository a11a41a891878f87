import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'

/** Returns the customer of a subscription if this external id is the one that is shown for it. */
export async function findShownCustomer(
  db: Db,
  { organizationId, id }: ScopedId,
  externalId: string,
): Promise<string | undefined> {
  const shown = await db
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
    .select('customers.id')
    .where('subscriptions.organizationId', '=', organizationId)
    .where('subscriptions.id', '=', id)
    .where('customers.externalId', '=', externalId)
    .executeTakeFirst()
  return shown?.id
}

/** Names of customers, agents and plans, including deleted ones. */
export type Names = {
  customers: ReadonlyMap<string, { name: string; externalId: string | null }>
  agents: ReadonlyMap<string, string>
  plans: ReadonlyMap<string, { name: string; currency: string }>
}

type Parties = { customerId: string; agentId: string; planId: string }

export async function listNames(
  db: Db,
  organizationId: string,
  subscriptions: readonly Parties[],
): Promise<Names> {
  if (subscriptions.length === 0) {
    return { customers: new Map(), agents: new Map(), plans: new Map() }
  }
  const isAmong = (read: (one: Parties) => string) =>
    sql<SqlBool>`id = any(${[...new Set(subscriptions.map(read))]}::uuid[])`
  const [customers, agents, plans] = await Promise.all([
    db
      .selectFrom('customers')
      .select(['id', 'name', 'externalId'])
      .where('organizationId', '=', organizationId)
      .where(isAmong((one) => one.customerId))
      .execute(),
    db
      .selectFrom('agents')
      .select(['id', 'name'])
      .where('organizationId', '=', organizationId)
      .where(isAmong((one) => one.agentId))
      .execute(),
    db
      .selectFrom('pricingPlans')
      .select(['id', 'name', 'currency'])
      .where('organizationId', '=', organizationId)
      .where(isAmong((one) => one.planId))
      .execute(),
  ])
  return {
    customers: new Map(customers.map(({ id, ...customer }) => [id, customer])),
    agents: new Map(agents.map(({ id, name }) => [id, name])),
    plans: new Map(plans.map(({ id, ...plan }) => [id, plan])),
  }
}
