import type { Db } from '../../../platform/database.ts'
import { newIdAt } from '../../../platform/id.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { listSettledCustomers } from '../../usage/settlement/settle.ts'
import * as queries from './queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A mapping of very many events is committed so long after the time that it has. */
const COSTING_MS = 15 * MINUTE_MS
/** Longer than every window: a rolling one has up to a year. */
const WINDOW_DAYS_MAX = 400

type ChangedDeps = { db: Db; clock: BusinessClock }

/**
 * Lists the customers of organizations with usage that was recorded, corrected or settled since a time,
 * or whose stored usage may have got other costs since then.
 */
export async function listChangedCustomers(
  { db, clock }: ChangedDeps,
  organizationIds: readonly string[],
  since: Date,
): Promise<queries.RecentCustomer[]> {
  const changed = new Map<string, queries.RecentCustomer>()
  const add = (customers: readonly queries.RecentCustomer[]) => {
    for (const customer of customers) changed.set(customer.customerId, customer)
  }
  add(await queries.listRecentCustomers(db, organizationIds, newIdAt(since)))
  add(await queries.listCorrectedCustomers(db, organizationIds, since))
  add(await listSettledCustomers(db, organizationIds, since))
  const startedSince = new Date(since.getTime() - COSTING_MS)
  const times = { since, startedSince }
  for (const id of await queries.listRecostedOrganizations(db, organizationIds, times)) {
    const first = clock.moment(id).businessNow.getTime() - WINDOW_DAYS_MAX * DAY_MS
    add(await queries.listRecostedCustomers(db, id, dateText(first)))
  }
  return [...changed.values()]
}
