import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

type NamedCustomer = { id: string; externalId: string }

/** Returns the live customers with these external ids. */
export async function findCustomersByExternalIds(
  db: Db,
  organizationId: string,
  externalIds: readonly string[],
): Promise<NamedCustomer[]> {
  const { rows } = await sql<NamedCustomer>`
    select id, external_id from customers
    where organization_id = ${organizationId} and deleted_at is null
      and external_id = any(${externalIds}::text[])`.execute(db)
  return rows
}

/**
 * Creates minimal customers and returns those that did not exist. Inserts in sorted order, so that
 * two processes that create the same customers concurrently do not deadlock.
 */
export async function insertMinimalCustomers(
  tx: Tx,
  organizationId: string,
  customers: readonly NamedCustomer[],
  now: Date,
): Promise<NamedCustomer[]> {
  const ids = customers.map(({ id }) => id)
  const externalIds = customers.map(({ externalId }) => externalId)
  const { rows } = await sql<NamedCustomer>`
    insert into customers (id, organization_id, external_id, name, created_at, updated_at)
    select id, ${organizationId}::uuid, external_id, external_id, ${now}::timestamptz, ${now}
    from unnest(${ids}::uuid[], ${externalIds}::text[]) as input (id, external_id)
    order by external_id
    on conflict (organization_id, external_id) where deleted_at is null do nothing
    returning id, external_id`.execute(tx)
  return rows
}
