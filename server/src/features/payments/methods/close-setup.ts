import type { PaymentDeps } from '../deps.ts'
import type { MethodSetup } from '../payment.ts'
import type { Notification, PaymentProvider } from '../provider/provider.ts'
import { updateOpenSetup } from './setup-queries.ts'

/**
 * Closes a set-up page that is out of date; answers what to handle where the customer has saved a
 * method on it, and the notification of that never came.
 */
export async function closeSetup(
  { db, log, now }: PaymentDeps,
  payments: PaymentProvider,
  setup: MethodSetup,
): Promise<Notification | undefined> {
  // Noted first: the sweep turns to others before it comes back to one that fails.
  if (!(await updateOpenSetup(db, setup, {}, now()))) return undefined
  try {
    // Without an id nobody has been shown the page.
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
