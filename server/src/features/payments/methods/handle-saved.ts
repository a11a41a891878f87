import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomerShared } from '../../customers/lock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import type { MethodSetup } from '../payment.ts'
import type { Notification } from '../provider/provider.ts'
import { saveMethod } from './save-method.ts'
import { completeSetup, findSetup } from './setup-queries.ts'

type MethodSaved = Extract<Notification, { kind: 'method_saved' }>

/**
 * Returns the set-up that a notification refers to; undefined if its page is not this customer's.
 */
export async function findSetupOf(
  db: Db,
  { setup: key, providerSessionId, provider }: MethodSaved,
): Promise<MethodSetup | undefined> {
  const setup = await findSetup(db, key)
  if (setup?.provider !== provider) return undefined
  // Null: the response to the request that opened the page has not arrived yet.
  const isSame = setup.providerSessionId === null || setup.providerSessionId === providerSessionId
  return isSame ? setup : undefined
}

/** Saves the method, even if the portal session has ended: the customer agreed at the provider. */
export async function handleSaved(
  tx: Tx,
  { setup, provider, savedMethod, at }: MethodSaved,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  // The saved method references the customer row.
  await lockCustomerShared(tx, setup)
  if (!(await completeSetup(tx, setup, now))) return
  await saveMethod(tx, setup, { provider, method: savedMethod, savedAt: at }, now)
  const { organizationId, customerId } = setup
  const event = { organizationId, customerId, id: customerId }
  await publishEvent(tx, { type: 'payment_method.saved', ...event }, moment)
}
