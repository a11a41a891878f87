import type { PaymentDeps } from '../deps.ts'
import type { MethodSetup } from '../payment.ts'
import type { Notification, PaymentProvider } from '../provider/provider.ts'
import { updateOpenSetup } from './setup-queries.ts'

/**
 * Closes an expired set-up page. Returns the notification to process if the customer saved a method
 * on it and the provider's notification never arrived.
 */
export async function closeSetup(
  { db, log, now }: PaymentDeps,
  payments: PaymentProvider,
  setup: MethodSetup,
): Promise<Notification | undefined> {
  // Touch the row first, so that the sweep tries other pages before it retries a failing one.
  if (!(await updateOpenSetup(db, setup, {}, now()))) return undefined
  try {
    // A page without a provider id was never shown to a customer.
    const saved = setup.providerSessionId
      ? await payments.findSetup(setup.providerSessionId)
      : undefined
    if (saved) return saved
    await updateOpenSetup(db, setup, { status: 'expired' }, now())
  } catch (error) {
    const { id: setupId, organizationId } = setup
    log.error({ err: error, setupId, organizationId }, 'a set-up is not closed; it will be retried')
  }
  return undefined
}
