import { type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Db } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'
import { selectInvoices } from './ledger.ts'
import type { NamedCustomer } from './parties/party.ts'

export type InvoiceFilter = {
  organizationId: string
  customerExternalId: string | undefined
  customerId: string | undefined
  subscriptionId: string | undefined
  /** Any of these. */
  statuses: InvoiceStatus[] | undefined
  issuedWithoutEmail: boolean | undefined
  /** Of the issue date, or of the generation before it: [from, until). */
  from: Date | undefined
  until: Date | undefined
  /** Changed at this instant or later, by real time. */
  updatedSince: Date | undefined
}

export type ListedInvoice = { invoice: Invoice; customer: NamedCustomer }

/** By issue date, the latest first, then by number. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedInvoice[]> {
  const rows = await selectInvoices(db)
    .where((eb) => eb.and(conditions(filter)))
    .orderBy(sql`coalesce(issued_at, generated_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return withCustomers(db, filter.organizationId, rows)
}

/**
 * The next ones behind an id, the latest made first; without an id, the first ones. Ids stay what they
 * are, where the date of an invoice moves when it is issued.
 */
export async function listInvoicesBehind(
  db: Db,
  filter: InvoiceFilter,
  { id, limit }: { id: string | undefined; limit: number },
): Promise<ListedInvoice[]> {
  const all = selectInvoices(db).where((eb) => eb.and(conditions(filter)))
  const behind = id === undefined ? all : all.where('id', '<', id)
  const rows = await behind.orderBy('id', 'desc').limit(limit).execute()
  return withCustomers(db, filter.organizationId, rows)
}

async function withCustomers(
  db: Db,
  organizationId: string,
  rows: readonly Invoice[],
): Promise<ListedInvoice[]> {
  const customers = await listCustomers(db, organizationId, [
    ...new Set(rows.map(({ customerId }) => customerId)),
  ])
  return rows.map((row) => {
    const { name = '', externalId = null } = customers.get(row.customerId) ?? {}
    return { invoice: row, customer: { name: row.buyer?.name ?? name, externalId } }
  })
}

function conditions(filter: InvoiceFilter) {
  const { organizationId, customerExternalId, customerId, subscriptionId } = filter
  const { statuses, issuedWithoutEmail, from, until, updatedSince } = filter
  const date = sql`coalesce(issued_at, generated_at)`
  const all = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (customerId !== undefined) all.push(sql`customer_id = ${customerId}`)
  if (subscriptionId !== undefined) all.push(sql`subscription_id = ${subscriptionId}`)
  if (statuses !== undefined) all.push(sql`status = any(${statuses}::text[])`)
  if (issuedWithoutEmail !== undefined) {
    all.push(sql`issued_without_email = ${issuedWithoutEmail}`)
  }
  if (from !== undefined) all.push(sql`${date} >= ${from}::timestamptz`)
  if (until !== undefined) all.push(sql`${date} < ${until}::timestamptz`)
  if (updatedSince !== undefined) all.push(sql`updated_at >= ${updatedSince}::timestamptz`)
  if (customerExternalId !== undefined) {
    all.push(sql`customer_id in (select id from customers
      where organization_id = ${organizationId} and external_id = ${customerExternalId})`)
  }
  return all
}

async function listCustomers(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, NamedCustomer>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name', 'externalId'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
