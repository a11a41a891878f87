import Stripe from 'stripe'

/** Stripe has read the request and said no for good: asking again would change nothing. */
export function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.statusCode === 400 || error.statusCode === 404)
  )
}
