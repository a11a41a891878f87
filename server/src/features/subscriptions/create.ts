import { NOT_MOVED } from '../../domain/time/schedule.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Actor } from '../auth/principal.ts'
import { recordChanges } from '../changelog/service.ts'
import type { Moment } from '../clock/business-clock.ts'
import { lockCustomer } from '../customers/lock.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { changesOfCreation } from './change/history.ts'
import { lockParties } from './change/lock-for-change.ts'
import { insertSubscription } from './change/queries.ts'
import { refuseNewOverlaps } from './overlaps/overlap.ts'
import { getSubscription } from './service.ts'
import { applyFields, DEFAULT_FIELDS } from './terms/fields.ts'
import type { Subscription as SubscriptionBody } from './terms/schemas.ts'
import type { SubscriptionCreate } from './terms/sent-fields.ts'
import { refuseCycle, refuseEmptyLifetime, toValues } from './terms/values.ts'

export type CreateCommand = {
  organizationId: string
  actor: Actor
  body: SubscriptionCreate & { customerId: string }
}

export async function createSubscription(
  db: Db,
  command: CreateCommand,
  moment: Moment,
): Promise<SubscriptionBody> {
  // Validate before locking anything: a malformed field is malformed in every time zone.
  applyFields(DEFAULT_FIELDS, command.body, 'UTC')
  return db.transaction().execute((tx) => createSubscriptionIn(tx, command, moment))
}

/**
 * Creates a subscription in the caller's transaction. Locks the customer, so that of two concurrent
 * overlapping creations one is rejected.
 */
export async function createSubscriptionIn(
  tx: Tx,
  { organizationId, actor, body }: CreateCommand,
  moment: Moment,
): Promise<SubscriptionBody> {
  const { customerId, planId, agentId } = body
  const { businessNow } = moment
  const customer = await lockCustomer(tx, { organizationId, id: customerId }, 'update')
  const { isPlanActive } = await lockParties(tx, { organizationId, agentId, planId })
  if (!isPlanActive) {
    throw new AppError(
      'inactive',
      `The plan ${planId} is not active and takes no new subscriptions; choose another plan`,
    )
  }
  const fields = applyFields(DEFAULT_FIELDS, body, customer.timezone)
  refuseCycle(fields)
  const place = { customerTimeZone: customer.timezone, moved: NOT_MOVED }
  const values = toValues(fields, place, businessNow)
  refuseEmptyLifetime(values)

  const id = newId()
  const key = { organizationId, customerId, id }
  await insertSubscription(tx, { ...key, planId, agentId }, values, moment)
  const changes = changesOfCreation(values, { planId, agentId, customerId })
  const entry = { organizationId, customerId, subscriptionId: id, actor, changes }
  await recordChanges(tx, [entry], businessNow)
  await publishEvent(tx, { type: 'subscription.created', ...key }, moment)
  const scope = { organizationId, customerId, ids: [id] }
  await refuseNewOverlaps(tx, scope, { before: [], now: businessNow })
  return getSubscription(tx, key, businessNow)
}
