import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import type { CustomerScope } from '../../../credit-balances/credit-balance.ts'

/** A customer whose credit may have changed. */
export type ChangedCustomer = CustomerScope

/** Lists the customers with a posting of credit since a time. */
export async function listPosted(
  db: Db,
  organizationIds: readonly string[],
  since: Date,
): Promise<ChangedCustomer[]> {
  const { rows } = await sql<ChangedCustomer>`
    select organization_id, customer_id from customer_credits
    where organization_id = any(${organizationIds}::uuid[])
      and created_at >= ${since}::timestamptz
    group by organization_id, customer_id`.execute(db)
  return rows
}

/** Lists the customers with an event about an invoice, a subscription or themselves since a time. */
export async function listBilled(
  db: Db,
  organizationIds: readonly string[],
  since: Date,
): Promise<ChangedCustomer[]> {
  const { rows } = await sql<ChangedCustomer>`
    select organization_id, customer_id from outbox_events
    where organization_id = any(${organizationIds}::uuid[]) and customer_id is not null
      and created_at >= ${since}::timestamptz
      and (type like 'invoice.%' or type like 'subscription.%' or type = 'customer.updated')
    group by organization_id, customer_id`.execute(db)
  return rows
}

/** Returns the customers that have, or had, paid or promotional credit, each once. */
export async function onlyPrepaid(
  db: Db,
  customers: readonly ChangedCustomer[],
): Promise<ChangedCustomer[]> {
  if (customers.length === 0) return []
  const ids = [...new Set(customers.map(({ customerId }) => customerId))]
  const { rows } = await sql<ChangedCustomer>`
    select organization_id, customer_id from credit_grants
    where customer_id = any(${ids}::uuid[]) and kind in ('paid', 'promotional')
    group by organization_id, customer_id`.execute(db)
  return rows
}

type Between = { from: Date; until: Date }

/** Lists the customers with credit that begins after a time, and at the latest at another one. */
export async function listBeginning(
  db: Db,
  organizationIds: readonly string[],
  { from, until }: Between,
): Promise<ChangedCustomer[]> {
  const { rows } = await sql<ChangedCustomer>`
    select organization_id, customer_id from credit_grants
    where organization_id = any(${organizationIds}::uuid[])
      and effective_at > ${from}::timestamptz and effective_at <= ${until}::timestamptz
    group by organization_id, customer_id`.execute(db)
  return rows
}

/** Lists the customers with credit that expires after a time, and at the latest at another one. */
export async function listExpiringBetween(
  db: Db,
  organizationIds: readonly string[],
  { from, until }: Between,
): Promise<ChangedCustomer[]> {
  const { rows } = await sql<ChangedCustomer>`
    select organization_id, customer_id from credit_grants
    where organization_id = any(${organizationIds}::uuid[]) and closes_at is not null
      and expires_at > ${from}::timestamptz and expires_at <= ${until}::timestamptz
    group by organization_id, customer_id`.execute(db)
  return rows
}
