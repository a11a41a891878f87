import Stripe from 'stripe'

/** Returns true if Stripe rejected the request permanently, so that a retry would not help. */
export function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.statusCode === 400 || error.statusCode === 404)
  )
}
