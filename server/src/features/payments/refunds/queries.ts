import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishFinalStatus } from '../books/publish-final-status.ts'
import type { PaymentStatus, ProviderName, Refund } from '../payment.ts'
import { selectRefunds } from './read.ts'

export async function insertRefund(tx: Tx, refund: Refund, moment: Moment): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute()
  await publishFinalStatus(tx, 'refund', refund, moment)
}

export type RefundChange = {
  status?: PaymentStatus
  providerRefundId?: string
  failureReason?: string
  refundedAt?: Date
}

/** Updates a refund and publishes its final status. The caller has locked the refund's invoice. */
export async function updateRefund(
  tx: Tx,
  key: CustomerScopedId,
  change: RefundChange,
  moment: Moment,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ ...change, updatedAt: moment.now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await publishFinalStatus(tx, 'refund', { ...key, status: change.status }, moment)
}

type Stale = { provider: ProviderName; before: Date; begunBefore: Date; limit: number }

/**
 * Lists pending refunds of all organizations that were last updated before `before`. For refunds
 * that the provider has already started, the limit is `begunBefore`.
 */
export async function listStaleRefunds(
  db: Db,
  { provider, before, begunBefore, limit }: Stale,
): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.customerId', '=', 'refunds.customerId')
        .onRef('payments.id', '=', 'refunds.paymentId'),
    )
    .where('refunds.status', '=', sql.lit('pending'))
    .where('payments.provider', '=', provider)
    .where((where) =>
      where.or([
        where.and([
          where('refunds.providerRefundId', 'is', null),
          where('refunds.updatedAt', '<', before),
        ]),
        where('refunds.updatedAt', '<', begunBefore),
      ]),
    )
    .orderBy('refunds.updatedAt')
    .limit(limit)
    .execute()
  return rows
}

/** Returns false if another process claimed the refund first or it is no longer pending. */
export async function claimStaleRefund(
  db: Db,
  { organizationId, customerId, id, updatedAt }: Refund,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ updatedAt: now })
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '=', sql.lit('pending'))
    .where('updatedAt', '=', updatedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
