import Stripe from 'stripe'
import type { CheckoutOrder, SetupAnswer, SetupOrder } from '../provider.ts'
import { metadataOf } from './references.ts'
import { isRefusal } from './refusal.ts'

/** Creates a page that saves a method and takes no payment. */
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
    // The customer was deleted at Stripe; a new one is created with this method.
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
    // Decides which kinds of method Stripe offers.
    currency: order.currency.toLowerCase(),
    setup_intent_data: { metadata },
    metadata,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    success_url: order.savedUrl,
    cancel_url: order.cancelUrl,
  }
}

/**
 * Passes the known customer, or lets Stripe create one, to which the method is attached. Stripe
 * creates a customer only if the page is completed.
 */
export function customerOf({
  providerCustomerId,
  customerEmail,
}: Pick<CheckoutOrder, 'providerCustomerId' | 'customerEmail'>) {
  if (providerCustomerId) return { customer: providerCustomerId }
  const email = customerEmail ? { customer_email: customerEmail } : {}
  return { customer_creation: 'always' as const, ...email }
}

/** Detaches a method; one that is not attached counts as done. No idempotency key is needed. */
export async function detachMethod(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}
