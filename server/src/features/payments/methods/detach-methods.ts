import type { PaymentDeps } from '../deps.ts'
import type { CustomerKey } from '../payment.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import {
  claimDetachment,
  type Detachment,
  deleteDetachment,
  listDetachments,
} from './detachment-queries.ts'

/**
 * Detaches the customer's removed or replaced methods at the provider; the sweep retries failures.
 */
export async function detachMethods(
  deps: PaymentDeps,
  payments: PaymentProvider,
  key: CustomerKey,
): Promise<void> {
  for (const one of await listDetachments(deps.db, key, payments.name)) {
    await detachMethod(deps, payments, one)
  }
}

/** Claims the detachment before the request, so that two workers do not send it twice. */
export async function detachMethod(
  { db, log, now }: PaymentDeps,
  payments: PaymentProvider,
  detachment: Detachment,
): Promise<void> {
  if (!(await claimDetachment(db, detachment, now()))) return
  try {
    await payments.detachMethod(detachment.providerMethodId)
    await deleteDetachment(db, detachment)
  } catch (error) {
    const { customerId, organizationId } = detachment
    log.error(
      { err: error, customerId, organizationId },
      'a payment method is not detached; it will be retried',
    )
  }
}
