import { sql } from 'kysely'
import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Payment, PaymentStatus, ProviderName, Refund } from '../payment.ts'
import { tellOfEnd } from '../tell-of-end.ts'

const columns = [
  'refunds.customer_id as customerId',
  'refunds.id',
  'refunds.organization_id as organizationId',
  'refunds.invoice_id as invoiceId',
  'refunds.payment_id as paymentId',
  'refunds.amount',
  'refunds.currency',
  'refunds.reason',
  'refunds.provider_refund_id as providerRefundId',
  'refunds.failure_reason as failureReason',
  'refunds.refunded_at as refundedAt',
  'refunds.created_at as createdAt',
  'refunds.updated_at as updatedAt',
] as const

export const selectRefunds = (db: Db) =>
  db.selectFrom('refunds').select(columns).select(sql<PaymentStatus>`refunds.status`.as('status'))

type Row = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>

export const refundOf = (row: Row): Refund => ({ ...row, amount: decimal(row.amount) })

export async function insertRefund(tx: Tx, refund: Refund, moment: Moment): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      customer_id: refund.customerId,
      id: refund.id,
      organization_id: refund.organizationId,
      invoice_id: refund.invoiceId,
      payment_id: refund.paymentId,
      status: refund.status,
      amount: refund.amount.toFixed(),
      currency: refund.currency,
      reason: refund.reason,
      provider_refund_id: refund.providerRefundId,
      failure_reason: refund.failureReason,
      refunded_at: refund.refundedAt,
      created_at: refund.createdAt,
      updated_at: refund.updatedAt,
    })
    .execute()
  await tellOfEnd(tx, 'refund', refund, moment)
}

export async function findRefund(db: Db, key: CustomerScopedId): Promise<Refund | undefined> {
  const row = await selectRefunds(db)
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirst()
  return row && refundOf(row)
}

/** The oldest first. */
export async function listRefunds(db: Db, invoice: CustomerScopedId): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .where('customer_id', '=', invoice.customerId)
    .where('invoice_id', '=', invoice.id)
    .where('organization_id', '=', invoice.organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(refundOf)
}

export async function listRefundsOfPayment(db: Db, payment: CustomerScopedId): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .where('customer_id', '=', payment.customerId)
    .where('payment_id', '=', payment.id)
    .where('organization_id', '=', payment.organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(refundOf)
}

/** What of a payment is refunded already or reserved by a refund under way. */
export async function sumReserved(tx: Tx, payment: Payment): Promise<Decimal> {
  const row = await tx
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<string | null>('amount').as('reserved'))
    .where('customer_id', '=', payment.customerId)
    .where('payment_id', '=', payment.id)
    .where('organization_id', '=', payment.organizationId)
    .where('status', 'in', ['pending', 'succeeded'])
    .executeTakeFirst()
  return row?.reserved ? decimal(row.reserved) : ZERO
}

export type RefundChange = {
  status?: PaymentStatus
  provider_refund_id?: string
  failure_reason?: string
  refunded_at?: Date
}

/** Call it with the refund's invoice locked. That it has come to an end is written down with it. */
export async function updateRefund(
  tx: Tx,
  key: CustomerScopedId,
  change: RefundChange,
  moment: Moment,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ ...change, updated_at: moment.now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .execute()
  await tellOfEnd(tx, 'refund', { ...key, status: change.status }, moment)
}

type Stale = { provider: ProviderName; before: Date; begunBefore: Date; limit: number }

/**
 * Refunds of every organization whose answer has been missing since `before`, or since
 * `begunBefore` where the provider is known to have begun.
 */
export async function listStaleRefunds(
  db: Db,
  { provider, before, begunBefore, limit }: Stale,
): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.customer_id', '=', 'refunds.customer_id')
        .onRef('payments.id', '=', 'refunds.payment_id'),
    )
    .where('refunds.status', '=', sql.lit('pending'))
    .where('payments.provider', '=', provider)
    .where((where) =>
      where.or([
        where.and([
          where('refunds.provider_refund_id', 'is', null),
          where('refunds.updated_at', '<', before),
        ]),
        where('refunds.updated_at', '<', begunBefore),
      ]),
    )
    .orderBy('refunds.updated_at')
    .limit(limit)
    .execute()
  return rows.map(refundOf)
}

/** False when somebody else has it in hand, or it is no longer pending. */
export async function claimStaleRefund(
  db: Db,
  { organizationId, customerId, id, updatedAt }: Refund,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ updated_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('status', '=', sql.lit('pending'))
    .where('updated_at', '=', updatedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
