import type { PayLinkConfig } from '../../invoices/pay-link/pay-link.ts'
import { limitWaiting } from './limit-waiting.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { createStripe } from './stripe/stripe.ts'

/**
 * Stripe where it is set up, else the sandbox. Null in a live deployment without Stripe: what the
 * sandbox takes is no money, and must not mark a real invoice as paid.
 */
export function createPaymentProvider(
  { stripe, environment, publicUrl, secret }: PayLinkConfig,
  now: () => Date,
): PaymentProvider | null {
  if (stripe) return limitWaiting(createStripe({ ...stripe, now }), now)
  return environment === 'test' ? createSandbox({ publicUrl, secret }) : null
}
