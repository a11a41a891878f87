import type { PayLinkConfig } from '../../invoices/pay-link/pay-link.ts'
import { limitWaiting } from './limit-waiting.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import type { StripeSettings } from './stripe/stripe.ts'

type ProviderConfig = PayLinkConfig & { stripe: Omit<StripeSettings, 'now'> | undefined }

/**
 * Stripe where it is set up, else the sandbox. Null in a live deployment without Stripe: what the
 * sandbox takes is no money, and must not mark a real invoice as paid.
 */
export async function createPaymentProvider(
  { stripe, environment, publicUrl, secret }: ProviderConfig,
  now: () => Date,
): Promise<PaymentProvider | null> {
  if (stripe) {
    // Loaded only where it is set up: the library takes megabytes.
    const { createStripe } = await import('./stripe/stripe.ts')
    return limitWaiting(createStripe({ ...stripe, now }), now)
  }
  return environment === 'test' ? createSandbox({ publicUrl, secret }) : null
}
