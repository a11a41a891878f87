import { type SqlBool, sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Db } from '../../platform/database.ts'
import { contains, type SortedPage } from '../../platform/list.ts'
import type { Invoice } from './invoice.ts'
import { selectInvoices } from './ledger.ts'
import { listZones } from './parties/queries.ts'
import type { NamedCustomer } from './party.ts'

export type InvoiceFilter = {
  organizationId: string
  customerId: string | undefined
  subscriptionId: string | undefined
  /** Matches any of these. */
  statuses: InvoiceStatus[] | undefined
  issuedWithoutEmail: boolean | undefined
  /** Matches a part of the invoice number. */
  search: string | undefined
  /** Half-open range [from, until) of the issue date, or of the generation before it is issued. */
  from: Date | undefined
  until: Date | undefined
  /** Changed at or after this instant, in real time. */
  updatedSince: Date | undefined
}

export type ListedInvoice = { invoice: Invoice; customer: NamedCustomer }

const DATE = sql`coalesce(issued_at, generated_at)`
/** `amountDue` in SQL, as in its index. Nothing is due on a draft yet, so drafts come after all. */
const AMOUNT_DUE = sql`case when status in ('paid', 'void', 'refunded') then 0
  when status = 'draft' then -1
  else greatest(total - amount_paid + amount_refunded, 0) end`
const SORT = {
  issueDate: DATE,
  dueDate: sql`due_date`,
  total: sql`total`,
  amountDue: AMOUNT_DUE,
  updatedAt: sql`updated_at`,
}

/** Lists a page of invoices, in the order of the field and then by number. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
  { sortBy, sortOrder, limit, offset }: SortedPage<keyof typeof SORT>,
): Promise<ListedInvoice[]> {
  const rows = await selectInvoices(db)
    .where((eb) => eb.and(conditions(filter)))
    .orderBy(SORT[sortBy], sortOrder)
    .orderBy('id', sortOrder)
    .limit(limit)
    .offset(offset)
    .execute()
  return withCustomers(db, filter.organizationId, rows)
}

/**
 * Lists the invoices after an id, most recently created first; without an id, from the start. Pages
 * by id because the date of an invoice changes when it is issued.
 */
export async function listInvoicesAfter(
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
  // Invoices that have left `draft` store their time zone.
  const zones = await zonesOf(
    db,
    rows.filter(({ buyer }) => buyer === null),
  )
  return rows.map((row) => {
    const known = customers.get(row.customerId)
    const { name = '', externalId = null, timezone = 'UTC' } = known ?? {}
    const customer = {
      name: row.buyer?.name ?? name,
      externalId,
      timezone: row.buyer?.timezone ?? zones.get(row.id) ?? timezone,
    }
    return { invoice: row, customer }
  })
}

/** Returns the time zones set on the subscriptions of drafts, by invoice id. */
async function zonesOf(db: Db, drafts: readonly Invoice[]): Promise<Map<string, string>> {
  if (drafts.length === 0) return new Map()
  const zones = await listZones(db, drafts)
  return new Map(
    drafts.flatMap(({ id, customerId, subscriptionId }) => {
      const zone = zones.find((one) => one.customerId === customerId && one.id === subscriptionId)
      return typeof zone?.timezone === 'string' ? [[id, zone.timezone] as const] : []
    }),
  )
}

/** Counts matching invoices by status; statuses without any are omitted. */
export function countInvoices(
  db: Db,
  filter: InvoiceFilter,
): Promise<{ status: InvoiceStatus; count: string }[]> {
  return db
    .selectFrom('invoices')
    .select('status')
    .select(sql<string>`count(*)`.as('count'))
    .where((eb) => eb.and(conditions(filter)))
    .groupBy('status')
    .execute()
}

/** Conditions of the list, for a statement over `invoices` alone. */
export function conditions(filter: InvoiceFilter) {
  const { organizationId, customerId, subscriptionId } = filter
  const { statuses, issuedWithoutEmail, search, from, until, updatedSince } = filter
  const all = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (customerId !== undefined) all.push(sql`customer_id = ${customerId}`)
  if (subscriptionId !== undefined) all.push(sql`subscription_id = ${subscriptionId}`)
  if (statuses !== undefined) all.push(isOneOf(statuses))
  if (issuedWithoutEmail !== undefined) {
    all.push(sql`issued_without_email = ${issuedWithoutEmail}`)
  }
  if (search !== undefined) all.push(contains(['invoiceNumber'], search))
  if (from !== undefined) all.push(sql`${DATE} >= ${from}::timestamptz`)
  if (until !== undefined) all.push(sql`${DATE} < ${until}::timestamptz`)
  if (updatedSince !== undefined) all.push(sql`updated_at >= ${updatedSince}::timestamptz`)
  return all
}

/** With a single status, the index also provides the order. */
function isOneOf(statuses: readonly InvoiceStatus[]) {
  const [only] = statuses
  if (only !== undefined && statuses.length === 1) return sql<SqlBool>`status = ${only}`
  return sql<SqlBool>`status = any(${statuses}::text[])`
}

async function listCustomers(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, NamedCustomer>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name', 'externalId', 'timezone'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
