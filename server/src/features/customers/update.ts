import type { ScopedId } from '../../domain/scoped-id.ts'
import { announceChange } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { type ExpectedVersion, requireVersion } from '../../platform/expected-version.ts'
import type { Actor } from '../auth/principal.ts'
import type { Moment } from '../clock/business-clock.ts'
import { markEarnings } from '../earning-marks/mark.ts'
import { lockTaxRates } from '../tax-rates/service.ts'
import { lockCustomer } from './lock.ts'
import { publishCustomer } from './publish-customer.ts'
import * as queries from './queries.ts'
import type { Customer, CustomerUpdate } from './schemas.ts'
import { CUSTOMER_IDS, withCredit } from './service.ts'
import { externalIdTaken, toValues } from './values.ts'

type Rezoning = { organizationId: string; customerId: string; timezone: string; actor: Actor }

/** Changes the time zone of the customer's subscriptions, a feature above this one. */
export type Rezone = (tx: Tx, rezoning: Rezoning, moment: Moment) => Promise<void>

type UpdateCommand = {
  key: ScopedId
  input: CustomerUpdate
  actor: Actor
  expected?: ExpectedVersion
}

/**
 * Updates the fields sent. A new external id applies to usage recorded from now on. A new time zone
 * also applies to subscriptions without their own.
 */
export function updateCustomer(
  { db, rezone }: { db: Db; rezone: Rezone },
  command: UpdateCommand,
  moment: Moment,
): Promise<Customer> {
  return db.transaction().execute((tx) => updateCustomerIn(tx, rezone, command, moment))
}

/** Like `updateCustomer`, in the caller's transaction. */
export async function updateCustomerIn(
  tx: Tx,
  rezone: Rezone,
  { key, input, actor, expected }: UpdateCommand,
  moment: Moment,
): Promise<Customer> {
  const values = toValues(input)
  const { organizationId, id: customerId } = key
  const before = await lockCustomer(tx, key, 'update')
  requireVersion(before, expected)
  const stored = (await queries.findCustomer(tx, key)) ?? notFound('Customer')
  if (!isChange(stored, values)) return withCredit(tx, stored, key)
  const { timezone = before.timezone } = values
  // Runs before the update, so that the subscriptions' histories can record the previous zone.
  if (timezone !== before.timezone) {
    await rezone(tx, { organizationId, customerId, timezone, actor }, moment)
  }
  // Rates already assigned need no lock: a tax rate in use by a customer cannot be deleted.
  const added = values.taxRateIds?.filter((rateId) => !before.taxRateIds?.includes(rateId)) ?? []
  await lockTaxRates(tx, { organizationId, ids: added })
  const after = await queries.updateCustomer(tx, key, values, moment.now)
  if (after === 'taken') throw externalIdTaken(input)
  await publishCustomer(tx, key, 'updated', moment)
  // Subscriptions without a time zone of their own have this one.
  if (timezone !== before.timezone) {
    await markEarnings(tx, organizationId, [{ customerId }], moment.now)
  }
  if (after.externalId !== before.externalId) await announceChange(tx, CUSTOMER_IDS)
  return withCredit(tx, after, key)
}

/** Returns whether the values differ from the stored ones. The metadata to write is JSON text. */
function isChange(stored: queries.CustomerRow, values: queries.CustomerValues): boolean {
  return Object.entries(values).some(([name, value]) => {
    const present = JSON.stringify(stored[name as keyof queries.CustomerValues])
    return value !== undefined && (name === 'metadata' ? value : JSON.stringify(value)) !== present
  })
}
