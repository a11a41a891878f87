import type Stripe from 'stripe'
import type { ChargeAnswer, RefundAnswer } from '../provider.ts'

/** Stripe's code of an off-session charge that the customer has to confirm. */
export const NEEDS_CUSTOMER = 'authentication_required'

export function answerOfIntent(intent: Stripe.PaymentIntent): ChargeAnswer {
  const providerPaymentId = intent.id
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', providerPaymentId }
    case 'processing':
      return { kind: 'pending', providerPaymentId }
    case 'requires_action':
    case 'requires_confirmation':
      // An off-session charge cannot be confirmed by the customer; the payment link can.
      return {
        kind: 'declined',
        reason: 'The bank requires the customer to confirm this payment; send the payment link',
        reasonForCustomer: 'Your bank requires you to confirm this payment.',
        providerPaymentId,
        needsCustomer: true,
      }
    default: {
      const needsCustomer = intent.last_payment_error?.code === NEEDS_CUSTOMER
      const reason = intent.last_payment_error?.message ?? `The payment is ${intent.status}`
      return { kind: 'declined', reason, providerPaymentId, needsCustomer }
    }
  }
}

export function answerOfRefund(refund: Stripe.Refund): RefundAnswer {
  const providerRefundId = refund.id
  switch (refund.status) {
    case 'failed':
    case 'canceled': {
      const reason = refund.failure_reason ?? 'unknown'
      return { kind: 'refused', reason: `The refund was ${refund.status}: ${reason}` }
    }
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', providerRefundId }
    default:
      return { kind: 'succeeded', providerRefundId }
  }
}
