import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import { RAISED_VERSION } from '../../platform/database/raised-version.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'
import type { CustomerStatus } from './schemas.ts'

const columns = [
  'id',
  'name',
  'externalId',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'timezone',
  'status',
  'billingContactName',
  'billingContactEmail',
  'netTerms',
  'invoiceEmailRecipients',
  'isTaxExempt',
  'taxRateIds',
  'taxExemptionReason',
  'taxId',
  'lowCreditAmount',
  sql<Record<string, unknown>>`metadata`.as('metadata'),
  'version',
  'createdAt',
  'updatedAt',
] as const

/** Values to write; undefined leaves a field unchanged. The metadata is JSON text. */
export type CustomerValues = {
  name?: string | undefined
  externalId?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  addressLine1?: string | null | undefined
  addressLine2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  zipCode?: string | null | undefined
  country?: string | null | undefined
  timezone?: string | undefined
  status?: CustomerStatus | undefined
  billingContactName?: string | null | undefined
  billingContactEmail?: string | null | undefined
  netTerms?: number | undefined
  invoiceEmailRecipients?: string[] | undefined
  isTaxExempt?: boolean | undefined
  taxRateIds?: string[] | null | undefined
  taxExemptionReason?: string | null | undefined
  taxId?: string | null | undefined
  lowCreditAmount?: Decimal | null | undefined
  metadata?: string | undefined
}

/** Kysely omits undefined values. */
const toRow = (values: CustomerValues) => ({
  externalId: values.externalId,
  email: values.email,
  phone: values.phone,
  addressLine1: values.addressLine1,
  addressLine2: values.addressLine2,
  city: values.city,
  state: values.state,
  zipCode: values.zipCode,
  country: values.country,
  timezone: values.timezone,
  status: values.status,
  billingContactName: values.billingContactName,
  billingContactEmail: values.billingContactEmail,
  netTerms: values.netTerms,
  invoiceEmailRecipients: values.invoiceEmailRecipients,
  isTaxExempt: values.isTaxExempt,
  taxRateIds: values.taxRateIds,
  taxExemptionReason: values.taxExemptionReason,
  taxId: values.taxId,
  lowCreditAmount: values.lowCreditAmount,
  metadata: values.metadata,
})

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

const selectEveryCustomer = (db: Db) => db.selectFrom('customers').select(columns)

/** Live customers; the one of work without a customer takes no part in billing. */
const selectCustomers = (db: Db) =>
  selectEveryCustomer(db).where('deletedAt', 'is', null).where('isUnassigned', '=', sql.lit(false))

/** Lists customers by id, deleted ones too. */
export function listEveryCustomer(db: Db, organizationId: string, ids: readonly string[]) {
  return selectEveryCustomer(db)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

export function findCustomer(db: Db, { organizationId, id }: ScopedId) {
  return selectCustomers(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findCustomerByExternalId(db: Db, organizationId: string, externalId: string) {
  return selectCustomers(db)
    .where('organizationId', '=', organizationId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
}

export type CustomerFilter = {
  organizationId: string
  search?: string | undefined
  status?: CustomerStatus | undefined
  externalId?: string | undefined
  updatedSince: Date | undefined
}

const SORT = {
  createdAt: sql`created_at`,
  name: sql`lower(name)`,
  externalId: sql`external_id`,
  updatedAt: sql`updated_at`,
}

export function listCustomers(
  db: Db,
  { organizationId, search, status, externalId, updatedSince }: CustomerFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let customers = selectCustomers(db).where('organizationId', '=', organizationId)
  if (status !== undefined) customers = customers.where('status', '=', status)
  if (externalId !== undefined) customers = customers.where('externalId', '=', externalId)
  if (updatedSince !== undefined) customers = customers.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) {
    customers = customers.where(contains(['name', 'externalId', 'email'], search))
  }
  return listPage(customers, { ...page, orderBy: SORT[sortBy], nullsLast: sortBy === 'externalId' })
}

/** Returns undefined when a live customer of the organization has this external id. */
export function insertCustomer(
  db: Db,
  { organizationId, id }: ScopedId,
  values: CustomerValues & { name: string },
  now: Date,
) {
  return db
    .insertInto('customers')
    .values({
      id,
      organizationId,
      name: values.name,
      ...toRow(values),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'externalId']).where('deletedAt', 'is', null).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst()
}

/** Locks and returns the live customer; undefined when there is none. */
export async function lockCustomer(tx: Tx, { organizationId, id }: ScopedId, mode: LockMode) {
  await lockRows(tx, { table: 'customers', organizationId, ids: [id], onNodes: true }, mode)
  return tx
    .selectFrom('customers')
    .select(['id', 'name', 'externalId', 'email', 'timezone', 'netTerms', 'status', 'taxRateIds'])
    .select('version')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('isUnassigned', '=', sql.lit(false))
    .executeTakeFirst()
}

/**
 * Returns 'taken' when another live customer has the external id; the transaction is then aborted.
 */
export async function updateCustomer(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: CustomerValues,
  now: Date,
): Promise<CustomerRow | 'taken'> {
  try {
    return await tx
      .updateTable('customers')
      .set({ name: values.name, ...toRow(values), updatedAt: now, ...RAISED_VERSION })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning(columns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    // An update has no `on conflict`.
    if (isUniqueViolation(error, 'customers_external_id_key')) return 'taken'
    throw error
  }
}

/** Counts the customer's subscriptions that have not ended, including future ones. */
export async function countLiveSubscriptions(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('customerId', '=', id)
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markCustomerDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ deletedAt: now, updatedAt: now, ...RAISED_VERSION })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** True if the organization has customers, deleted ones included. */
export async function hasCustomers(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
