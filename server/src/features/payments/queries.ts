import { sql } from 'kysely'
import { decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { Payment, PaymentMethod, PaymentStatus, ProviderName } from './payment.ts'
import { tellOfEnd } from './tell-of-end.ts'

const columns = [
  'customer_id as customerId',
  'id',
  'organization_id as organizationId',
  'invoice_id as invoiceId',
  'amount',
  'amount_refunded as amountRefunded',
  'currency',
  'reference',
  'provider_payment_id as providerPaymentId',
  'failure_reason as failureReason',
  'paid_at as paidAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export const selectPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .select(columns)
    .select([
      sql<PaymentMethod>`method`.as('method'),
      sql<PaymentStatus>`status`.as('status'),
      sql<ProviderName | null>`provider`.as('provider'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>

export const paymentOf = (row: Row): Payment => ({
  ...row,
  amount: decimal(row.amount),
  amountRefunded: decimal(row.amountRefunded),
})

export async function insertPayment(tx: Tx, payment: Payment, moment: Moment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      customer_id: payment.customerId,
      id: payment.id,
      organization_id: payment.organizationId,
      invoice_id: payment.invoiceId,
      method: payment.method,
      status: payment.status,
      amount: payment.amount.toFixed(),
      amount_refunded: payment.amountRefunded.toFixed(),
      currency: payment.currency,
      reference: payment.reference,
      provider: payment.provider,
      provider_payment_id: payment.providerPaymentId,
      failure_reason: payment.failureReason,
      paid_at: payment.paidAt,
      created_at: payment.createdAt,
      updated_at: payment.updatedAt,
    })
    .execute()
  await tellOfEnd(tx, 'payment', payment, moment)
}

export async function findPayment(db: Db, key: CustomerScopedId): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirst()
  return row && paymentOf(row)
}

/** The oldest first. */
export async function listPayments(db: Db, invoice: CustomerScopedId): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('customer_id', '=', invoice.customerId)
    .where('invoice_id', '=', invoice.id)
    .where('organization_id', '=', invoice.organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(paymentOf)
}

/** The payment of an invoice that the provider knows by this id. */
export async function findPaymentOfInvoice(
  tx: Tx,
  invoice: CustomerScopedId,
  { provider, providerPaymentId }: { provider: ProviderName; providerPaymentId: string },
): Promise<Payment | undefined> {
  const row = await selectPayments(tx)
    .where('customer_id', '=', invoice.customerId)
    .where('organization_id', '=', invoice.organizationId)
    .where('invoice_id', '=', invoice.id)
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  return row && paymentOf(row)
}

/** Whose payment a provider means, which names no organization: its ids are its own, and unique. */
export async function findPaymentAnywhere(
  db: Db,
  { provider, providerPaymentId }: { provider: ProviderName; providerPaymentId: string },
): Promise<Payment | undefined> {
  const row = await selectPayments(db)
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  return row && paymentOf(row)
}

export async function hasPendingPayment(db: Db, invoice: CustomerScopedId): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('customer_id', '=', invoice.customerId)
    .where('invoice_id', '=', invoice.id)
    .where('organization_id', '=', invoice.organizationId)
    .where('status', '=', sql.lit('pending'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type PaymentChange = {
  status?: PaymentStatus
  amount_refunded?: string
  provider_payment_id?: string | null
  failure_reason?: string | null
  paid_at?: Date
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
    .set({ ...change, updated_at: moment.now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
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
        where.and([where('provider_payment_id', 'is', null), where('updated_at', '<', before)]),
        where('updated_at', '<', begunBefore),
      ]),
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows.map(paymentOf)
}

/** False when somebody else has it in hand, or it is no longer pending. */
export async function claimStalePayment(
  db: Db,
  { organizationId, customerId, id, updatedAt }: Payment,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('status', '=', sql.lit('pending'))
    .where('updated_at', '=', updatedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
