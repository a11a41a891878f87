import Stripe from 'stripe'
import type { CheckoutOrder, SetupAnswer, SetupOrder } from '../provider.ts'
import { metadataOf } from './references.ts'
import { isRefusal } from './refusal.ts'

/** A page that saves a method and takes no money. */
export async function createSetup(stripe: Stripe, order: SetupOrder): Promise<SetupAnswer> {
  try {
    const session = await stripe.checkout.sessions.create(sessionOf(order), {
      idempotencyKey: `setup-${order.id}${order.providerCustomerId ? '' : '-new'}`,
    })
    if (session.url === null) return { kind: 'refused', reason: 'Stripe gave the page no address' }
    return { kind: 'opened', providerSessionId: session.id, url: session.url }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'outdated' }
    if (!isRefusal(error)) throw error
    // Somebody has deleted the customer at Stripe: a new one is made with this method.
    if (order.providerCustomerId && error.param === 'customer') {
      return createSetup(stripe, { ...order, providerCustomerId: null })
    }
    return { kind: 'refused', reason: error.message }
  }
}

function sessionOf(order: SetupOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf('setup', order)
  return {
    mode: 'setup',
    client_reference_id: order.id,
    ...customerOf(order),
    // Stripe offers the kinds of method that can pay in it.
    currency: order.currency.toLowerCase(),
    setup_intent_data: { metadata },
    metadata,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    success_url: order.savedUrl,
    cancel_url: order.cancelUrl,
  }
}

/** A customer at Stripe is what the payment method is kept for; made only if a page ends well. */
export function customerOf({
  providerCustomerId,
  customerEmail,
}: Pick<CheckoutOrder, 'providerCustomerId' | 'customerEmail'>) {
  if (providerCustomerId) return { customer: providerCustomerId }
  const email = customerEmail ? { customer_email: customerEmail } : {}
  return { customer_creation: 'always' as const, ...email }
}

/** Without an idempotency key: a second time it is refused, and then it is done, too. */
export async function detachMethod(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}
