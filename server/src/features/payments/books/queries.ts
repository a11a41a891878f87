import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { RAISED_VERSION } from '../../../platform/database/raised-version.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Payment, PaymentStatus, ProviderName } from '../payment.ts'
import { publishFinalStatus } from './publish-final-status.ts'
import { selectPayments } from './read.ts'

export async function insertPayment(tx: Tx, payment: Payment, moment: Moment): Promise<void> {
  await tx.insertInto('payments').values(payment).execute()
  await publishFinalStatus(tx, 'payment', payment, moment)
}

export type PaymentChange = {
  status?: PaymentStatus
  amountRefunded?: Decimal
  providerPaymentId?: string | null
  failureReason?: string | null
  paidAt?: Date
}

/**
 * Updates a payment and publishes its final status. The caller has locked the payment's invoice.
 */
export async function updatePayment(
  tx: Tx,
  key: CustomerScopedId,
  change: PaymentChange,
  moment: Moment,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...change, ...RAISED_VERSION, updatedAt: moment.now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await publishFinalStatus(tx, 'payment', { ...key, status: change.status }, moment)
}

type Stale = { provider: ProviderName; before: Date; begunBefore: Date; limit: number }

/**
 * Lists pending payments of all organizations that were last updated before `before`. For payments
 * that the provider has already started, the limit is `begunBefore`.
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

/** Returns false if another process claimed the payment first or it is no longer pending. */
export async function claimStalePayment(
  db: Db,
  { organizationId, customerId, id, updatedAt }: Payment,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ ...RAISED_VERSION, updatedAt: now })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '=', sql.lit('pending'))
    .where('updatedAt', '=', updatedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
