import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { listPage, type SortedPage } from '../../platform/list.ts'
import { isOneOf } from '../customers/by-keys.ts'
import { selectPayments } from './books/read.ts'
import type { Payment, PaymentMethod, PaymentStatus, Refund } from './payment.ts'
import { selectRefunds } from './refunds/read.ts'

export type PaymentFilter = {
  organizationId: string
  customerId: string | undefined
  invoiceId: string | undefined
  /** Matches any of these. */
  statuses: PaymentStatus[] | undefined
  methods: PaymentMethod[] | undefined
  currency: string | undefined
  isRefunded: boolean | undefined
  /** Half-open range [from, until) of the payment date, or of the attempt if it is not paid. */
  from: Date | undefined
  until: Date | undefined
  /** Real time. */
  updatedSince: Date | undefined
}

export type ListedPayment = {
  payment: Payment
  invoiceNumber: string
  customerName: string
  customerExternalId: string | null
}

const DATE = sql`coalesce(payments.paid_at, payments.created_at)`

const SORT = { date: DATE, amount: sql`payments.amount`, updatedAt: sql`payments.updated_at` }

/** Lists a page of payments, in the order of the field. */
export async function listAllPayments(
  db: Db,
  filter: PaymentFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
): Promise<{ payments: ListedPayment[]; total: number }> {
  const { rows, total } = await listPage(
    selectPayments(db).where((eb) => eb.and(conditions(filter))),
    { ...page, orderBy: SORT[sortBy] },
  )
  return { payments: await withNames(db, filter.organizationId, rows), total }
}

/**
 * Lists the payments after an id, most recently created first; without an id, from the start. Pages
 * by id because the date of a payment changes when it is paid.
 */
export async function listPaymentsAfter(
  db: Db,
  filter: PaymentFilter,
  { id, limit }: { id: string | undefined; limit: number },
): Promise<ListedPayment[]> {
  const all = selectPayments(db).where((eb) => eb.and(conditions(filter)))
  const behind = id === undefined ? all : all.where('id', '<', id)
  const rows = await behind.orderBy('id', 'desc').limit(limit).execute()
  return withNames(db, filter.organizationId, rows)
}

/** Lists the payments with these keys, in any order. */
export async function listPaymentsByKeys(
  db: Db,
  organizationId: string,
  keys: readonly CustomerScopedId[],
): Promise<ListedPayment[]> {
  const rows = await selectPayments(db)
    .where('organizationId', '=', organizationId)
    .where(isOneOf(keys))
    .execute()
  return withNames(db, organizationId, rows)
}

async function withNames(
  db: Db,
  organizationId: string,
  payments: readonly Payment[],
): Promise<ListedPayment[]> {
  const names = await listNames(db, organizationId, payments)
  return payments.map((payment) => {
    const named = names.get(payment.invoiceId)
    const { invoiceNumber = '', customerName = '', customerExternalId = null } = named ?? {}
    return { payment, invoiceNumber, customerName, customerExternalId }
  })
}

/** Lists all refunds of the payments, oldest first. */
export async function listRefundsOf(
  db: Db,
  organizationId: string,
  payments: readonly Payment[],
): Promise<Refund[]> {
  if (payments.length === 0) return []
  const rows = await selectRefunds(db)
    .where('refunds.organizationId', '=', organizationId)
    .where(sql<SqlBool>`refunds.customer_id = any(${customersOf(payments)}::uuid[])`)
    .where(sql<SqlBool>`refunds.payment_id = any(${payments.map(({ id }) => id)}::uuid[])`)
    .orderBy('refunds.createdAt')
    .orderBy('refunds.id')
    .execute()
  return rows
}

/** Returns invoice number and customer of the payments, by invoice id. */
async function listNames(db: Db, organizationId: string, payments: readonly Payment[]) {
  if (payments.length === 0) return new Map<string, never>()
  const invoiceIds = payments.map(({ invoiceId }) => invoiceId)
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('customers', 'customers.id', 'invoices.customerId')
    .select(['invoices.id', 'invoices.invoiceNumber'])
    .select(['customers.name as customerName', 'customers.externalId as customerExternalId'])
    .where('invoices.organizationId', '=', organizationId)
    .where('customers.organizationId', '=', organizationId)
    .where(sql<SqlBool>`invoices.customer_id = any(${customersOf(payments)}::uuid[])`)
    .where(sql<SqlBool>`invoices.id = any(${invoiceIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function customersOf(payments: readonly Payment[]): string[] {
  return [...new Set(payments.map(({ customerId }) => customerId))]
}

function conditions(filter: PaymentFilter) {
  const { organizationId, customerId, invoiceId, statuses, methods } = filter
  const { currency, isRefunded, from, until, updatedSince } = filter
  const all = [sql<SqlBool>`payments.organization_id = ${organizationId}`]
  if (customerId !== undefined) all.push(sql`payments.customer_id = ${customerId}`)
  if (invoiceId !== undefined) all.push(sql`payments.invoice_id = ${invoiceId}`)
  if (statuses !== undefined) all.push(sql`payments.status = any(${statuses}::text[])`)
  if (methods !== undefined) all.push(sql`payments.method = any(${methods}::text[])`)
  if (currency !== undefined) all.push(sql`payments.currency = ${currency}`)
  if (isRefunded !== undefined) {
    all.push(isRefunded ? sql`payments.amount_refunded > 0` : sql`payments.amount_refunded = 0`)
  }
  if (from !== undefined) all.push(sql`${DATE} >= ${from}::timestamptz`)
  if (until !== undefined) all.push(sql`${DATE} < ${until}::timestamptz`)
  if (updatedSince !== undefined) {
    all.push(sql`payments.updated_at >= ${updatedSince}::timestamptz`)
  }
  return all
}
