import { amountNumber } from '../../domain/json-amount.ts'
import type { Payment, Refund } from './payment.ts'
import type { Payment as PaymentBody, Refund as RefundBody } from './schemas.ts'

export function paymentBody(payment: Payment, refunds: readonly Refund[]): PaymentBody {
  return {
    id: payment.id,
    invoiceId: payment.invoiceId,
    method: payment.method,
    status: payment.status,
    amount: amountNumber(payment.amount),
    amountRefunded: amountNumber(payment.amountRefunded),
    currency: payment.currency,
    reference: payment.reference,
    provider: payment.provider,
    failureReason: payment.failureReason,
    paidAt: payment.paidAt?.toISOString() ?? null,
    createdAt: payment.createdAt.toISOString(),
    refunds: refunds.map(refundBody),
  }
}

export function refundBody(refund: Refund): RefundBody {
  return {
    id: refund.id,
    paymentId: refund.paymentId,
    invoiceId: refund.invoiceId,
    amount: amountNumber(refund.amount),
    currency: refund.currency,
    reason: refund.reason,
    isDispute: refund.isDispute,
    status: refund.status,
    failureReason: refund.failureReason,
    refundedAt: refund.refundedAt.toISOString(),
    createdAt: refund.createdAt.toISOString(),
  }
}
