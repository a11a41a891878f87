import type { PayLinkConfig } from '../../invoices/pay-link/pay-link.ts'
import { limitWaiting } from './limit-waiting.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import type { StripeSettings } from './stripe/stripe.ts'

type ProviderConfig = PayLinkConfig & { stripe: Omit<StripeSettings, 'now'> | undefined }

/**
 * Creates Stripe if it is configured, otherwise the sandbox in the test environment. Returns null
 * in a live deployment without Stripe: the sandbox takes no money and must not mark a real invoice
 * as paid.
 */
export async function createPaymentProvider(
  { stripe, environment, publicUrl, secret }: ProviderConfig,
  now: () => Date,
): Promise<PaymentProvider | null> {
  if (stripe) {
    // Loaded only if configured: the library takes megabytes.
    const { createStripe } = await import('./stripe/stripe.ts')
    return limitWaiting(createStripe({ ...stripe, now }), now)
  }
  return environment === 'test' ? createSandbox({ publicUrl, secret }) : null
}
