import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

export type NamedRow = { id: string; name: string }

/** Finds the latest active plan that has an active price, or the latest one that has none. */
export async function findLatestPlan(
  db: Db,
  organizationId: string,
  { isPriced }: { isPriced: boolean },
): Promise<NamedRow | undefined> {
  const priced = sql<SqlBool>`id in (
    select plan_id from pricing_strategies
    where organization_id = ${organizationId} and is_active and deleted_at is null)`
  return db
    .selectFrom('pricingPlans')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('isActive', '=', sql.lit(true))
    .where('deletedAt', 'is', null)
    .where(isPriced ? priced : sql<SqlBool>`not ${priced}`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findLatestSubscription(db: Db, organizationId: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
    .select(['subscriptions.id', 'subscriptions.name', 'subscriptions.customerId'])
    .select('customers.externalId as customerExternalId')
    .where('subscriptions.organizationId', '=', organizationId)
    .where('subscriptions.deletedAt', 'is', null)
    .orderBy('subscriptions.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const INVOICES = {
  draft: sql`status in ('draft', 'pending')`,
  sent: sql`status in ('issued', 'overdue', 'paid', 'refunded')`,
  paid: sql`status in ('paid', 'refunded')`,
} as const

export type InvoiceRow = { id: string; invoiceNumber: string }

/** Finds the latest invoice in one of the states. */
export async function findLatestInvoice(
  db: Db,
  organizationId: string,
  state: keyof typeof INVOICES,
): Promise<InvoiceRow | undefined> {
  return (
    db
      .selectFrom('invoices')
      .select(['id', 'invoiceNumber'])
      .where('organizationId', '=', organizationId)
      .where('kind', '<>', sql.lit('top_up'))
      .where(sql<SqlBool>`${INVOICES[state]}`)
      // The order of the index of invoices by state.
      .orderBy(sql`coalesce(issued_at, generated_at)`, 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

export async function hasTeam(db: Db, organizationId: string): Promise<boolean> {
  const members = await db
    .selectFrom('members')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(2)
    .execute()
  return members.length > 1
}

/** Checks for the seller's address, which most countries require on an invoice. */
export async function hasAddress(db: Db, organizationId: string): Promise<boolean> {
  const organization = await db
    .selectFrom('organizations')
    .select(['addressLine1', 'country'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return organization?.addressLine1 != null && organization.country != null
}
