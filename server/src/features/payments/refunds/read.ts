import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { inOrderOf, isOneOf } from '../../customers/by-keys.ts'
import type { Payment, Refund } from '../payment.ts'

const columns = [
  'refunds.customerId',
  'refunds.id',
  'refunds.organizationId',
  'refunds.invoiceId',
  'refunds.paymentId',
  'refunds.isDispute',
  'refunds.status',
  'refunds.amount',
  'refunds.currency',
  'refunds.reason',
  'refunds.providerRefundId',
  'refunds.failureReason',
  'refunds.refundedAt',
  'refunds.createdAt',
  'refunds.updatedAt',
] as const

export const selectRefunds = (db: Db) => db.selectFrom('refunds').select(columns)

export const findRefund = batched(async (db: Db, keys: readonly CustomerScopedId[]) =>
  inOrderOf<Refund>(keys, await selectRefunds(db).where(isOneOf(keys)).execute()),
)

/** Lists all refunds of an invoice, oldest first. */
export async function listRefunds(db: Db, invoice: CustomerScopedId): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .where('customerId', '=', invoice.customerId)
    .where('invoiceId', '=', invoice.id)
    .where('organizationId', '=', invoice.organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows
}

export async function listRefundsOfPayment(db: Db, payment: CustomerScopedId): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .where('customerId', '=', payment.customerId)
    .where('paymentId', '=', payment.id)
    .where('organizationId', '=', payment.organizationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows
}

/** Returns the amount of the payment that is refunded or reserved by a pending refund. */
export async function sumReserved(tx: Tx, payment: Payment): Promise<Decimal> {
  const row = await tx
    .selectFrom('refunds')
    .select(sql<Decimal | null>`sum(amount)`.as('reserved'))
    .where('customerId', '=', payment.customerId)
    .where('paymentId', '=', payment.id)
    .where('organizationId', '=', payment.organizationId)
    .where('status', 'in', ['pending', 'succeeded'])
    .executeTakeFirst()
  return row?.reserved ?? ZERO
}
