import type { Decimal } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Payment, Refund } from '../payment.ts'

/** Builds a pending refund of a payment. */
export function newRefund(
  payment: Payment,
  { amount, reason }: { amount: Decimal; reason: string | null },
  { now, businessNow }: Moment,
): Refund {
  const { organizationId, customerId, invoiceId, currency } = payment
  return {
    organizationId,
    customerId,
    id: newId(),
    invoiceId,
    paymentId: payment.id,
    isDispute: false,
    status: 'pending',
    amount,
    currency,
    reason,
    providerRefundId: null,
    failureReason: null,
    refundedAt: businessNow,
    createdAt: now,
    updatedAt: now,
  }
}
