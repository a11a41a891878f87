import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomerShared } from '../../customers/lock.ts'
import { outbox } from '../../outbox/outbox.ts'
import type { MethodSetup } from '../payment.ts'
import type { Notification } from '../provider/provider.ts'
import { saveMethod } from './save-method.ts'
import { completeSetup, findSetup } from './setup-queries.ts'

type MethodSaved = Extract<Notification, { kind: 'method_saved' }>

/** Undefined for a page that is not the one that was opened for this customer. */
export async function findSetupOf(
  db: Db,
  { setup: key, providerSessionId, provider }: MethodSaved,
): Promise<MethodSetup | undefined> {
  const setup = await findSetup(db, key)
  if (setup?.provider !== provider) return undefined
  // Null: the answer to our own request is still on its way.
  const isSame = setup.providerSessionId === null || setup.providerSessionId === providerSessionId
  return isSame ? setup : undefined
}

/** Also after the customer's session in the portal has ended: they have agreed to it at the provider. */
export async function handleSaved(
  tx: Tx,
  { setup, provider, savedMethod, at }: MethodSaved,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  // A method that is saved refers to the customer.
  await lockCustomerShared(tx, setup)
  if (!(await completeSetup(tx, setup, now))) return
  await saveMethod(tx, setup, { provider, method: savedMethod, savedAt: at }, now)
  const { organizationId, customerId } = setup
  const event = { organizationId, customerId, id: customerId }
  await outbox(tx, { type: 'payment_method.saved', ...event }, moment)
}
