import type { ScopedId } from '../../domain/scoped-id.ts'
import { announceChange } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Actor } from '../auth/principal.ts'
import type { Moment } from '../clock/business-clock.ts'
import { markEarnings } from '../earning-marks/mark.ts'
import { lockTaxRates } from '../tax-rates/service.ts'
import { lockCustomer } from './lock.ts'
import * as queries from './queries.ts'
import type { Customer, CustomerUpdate } from './schemas.ts'
import { CUSTOMER_IDS, withCredit } from './service.ts'
import { externalIdTaken, toValues } from './values.ts'

type Rezoning = { organizationId: string; customerId: string; timezone: string; actor: Actor }

/** Moves the customer's subscriptions, which stand above customers, to a new time zone. */
export type Rezone = (tx: Tx, rezoning: Rezoning, moment: Moment) => Promise<void>

type UpdateCommand = { key: ScopedId; input: CustomerUpdate; actor: Actor }

/**
 * Changes what is sent. A new external id belongs to the usage recorded under it from now on, and a
 * new time zone moves the subscriptions that have none of their own.
 */
export function updateCustomer(
  { db, rezone }: { db: Db; rezone: Rezone },
  command: UpdateCommand,
  moment: Moment,
): Promise<Customer> {
  return db.transaction().execute((tx) => updateCustomerIn(tx, rezone, command, moment))
}

/** The same in a transaction of the caller. */
export async function updateCustomerIn(
  tx: Tx,
  rezone: Rezone,
  { key, input, actor }: UpdateCommand,
  moment: Moment,
): Promise<Customer> {
  const values = toValues(input)
  const { organizationId, id: customerId } = key
  const before = await lockCustomer(tx, key, 'update')
  const { timezone = before.timezone } = values
  // First, so that their histories can say which zone they had.
  if (timezone !== before.timezone) {
    await rezone(tx, { organizationId, customerId, timezone, actor }, moment)
  }
  // Those it has already stay: none that a customer names is deleted.
  const added = values.taxRateIds?.filter((rateId) => !before.taxRateIds?.includes(rateId)) ?? []
  await lockTaxRates(tx, { organizationId, ids: added })
  const after = await queries.updateCustomer(tx, key, values, moment.now)
  if (after === 'taken') throw externalIdTaken(input)
  // Subscriptions without a time zone of their own have this one.
  if (timezone !== before.timezone) {
    await markEarnings(tx, organizationId, [{ customerId }], moment.now)
  }
  if (after.externalId !== before.externalId) await announceChange(tx, CUSTOMER_IDS)
  return withCredit(tx, after, key)
}
