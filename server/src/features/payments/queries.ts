import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { Payment, PaymentStatus, ProviderName } from './payment.ts'
import { tellOfEnd } from './tell-of-end.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'invoiceId',
  'method',
  'status',
  'amount',
  'amountRefunded',
  'currency',
  'reference',
  'provider',
  'providerPaymentId',
  'failureReason',
  'paidAt',
  'createdAt',
  'updatedAt',
] as const

export const selectPayments = (db: Db) => db.selectFrom('payments').select(columns)

export async function insertPayment(tx: Tx, payment: Payment, moment: Moment): Promise<void> {
  await tx.insertInto('payments').values(payment).execute()
  await tellOfEnd(tx, 'payment', payment, moment)
}

export async function findPayment(db: Db, key: CustomerScopedId): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .executeTakeFirst()
  return row
}

/** The oldest first. */
export async function listPayments(db: Db, invoice: CustomerScopedId): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows
}

/** The payment of an invoice that the provider knows by this id. */
export async function findPaymentOfInvoice(
  tx: Tx,
  invoice: CustomerScopedId,
  { provider, providerPaymentId }: { provider: ProviderName; providerPaymentId: string },
): Promise<Payment | undefined> {
  const row = await selectPayments(tx)
    .where('customerId', '=', invoice.customerId)
    .where('organizationId', '=', invoice.organizationId)
    .where('invoiceId', '=', invoice.id)
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
  return row
}

/** Whose payment a provider means, which names no organization: its ids are its own, and unique. */
export async function findPaymentAnywhere(
  db: Db,
  { provider, providerPaymentId }: { provider: ProviderName; providerPaymentId: string },
): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
  return row
}

export async function hasPendingPayment(db: Db, invoice: CustomerScopedId): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .where('status', '=', sql.lit('pending'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type PaymentChange = {
  status?: PaymentStatus
  amountRefunded?: Decimal
  providerPaymentId?: string | null
  failureReason?: string | null
  paidAt?: Date
}

/** Call it with the payment's invoice locked. That it has come to an end is written down with it. */
export async function updatePayment(
  tx: Tx,
  key: CustomerScopedId,
  change: PaymentChange,
  moment: Moment,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...change, updatedAt: moment.now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await tellOfEnd(tx, 'payment', { ...key, status: change.status }, moment)
}

type Stale = { provider: ProviderName; before: Date; begunBefore: Date; limit: number }

/**
 * Payments of every organization whose answer has been missing since `before`, or since
 * `begunBefore` where the provider is known to have begun.
 */
export async function listStalePayments(
  db: Db,
  { provider, before, begunBefore, limit }: Stale,
): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('status', '=', sql.lit('pending'))
    .where('provider', '=', provider)
    .where((where) =>
      where.or([
        where.and([where('providerPaymentId', 'is', null), where('updatedAt', '<', before)]),
        where('updatedAt', '<', begunBefore),
      ]),
    )
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
  return rows
}

/** False when somebody else has it in hand, or it is no longer pending. */
export async function claimStalePayment(
  db: Db,
  { organizationId, customerId, id, updatedAt }: Payment,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ updatedAt: now })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '=', sql.lit('pending'))
    .where('updatedAt', '=', updatedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
