import type { PaymentDeps } from '../deps.ts'
import type { CustomerKey } from '../payment.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import {
  claimDetachment,
  type Detachment,
  deleteDetachment,
  listDetachments,
} from './detachment-queries.ts'

/** Has the provider let go of what a customer removed or replaced; the sweep sees to the rest. */
export async function detachMethods(
  deps: PaymentDeps,
  payments: PaymentProvider,
  key: CustomerKey,
): Promise<void> {
  for (const one of await listDetachments(deps.db, key, payments.name)) {
    await detachMethod(deps, payments, one)
  }
}

/** It is claimed before it is asked for, so that two workers do not ask for the same thing. */
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
