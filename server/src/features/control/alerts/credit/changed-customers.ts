import { NOTICE_DAYS } from '../../../../domain/control/credit-alerts.ts'
import type { Db } from '../../../../platform/database.ts'
import type { BusinessClock, Moment } from '../../../clock/business-clock.ts'
import { listSettledCustomers } from '../../../usage/settlement/settle.ts'
import * as queries from './changed-queries.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

type ChangedDeps = { db: Db; clock: BusinessClock }

/**
 * Lists the customers of organizations whose credit changed since a time, other than by new usage: by a
 * posting, by an invoice, by a subscription, by an outcome that has settled, or by the settings of the
 * customer.
 */
export async function listCreditChanges(
  { db }: Pick<ChangedDeps, 'db'>,
  organizationIds: readonly string[],
  since: Date,
): Promise<queries.ChangedCustomer[]> {
  const changed = [
    ...(await queries.listPosted(db, organizationIds, since)),
    ...(await queries.listBilled(db, organizationIds, since)),
    ...(await listSettledCustomers(db, organizationIds, since)),
  ]
  return queries.onlyPrepaid(db, changed)
}

/**
 * Lists the customers of organizations with credit that began or expired since a real time, or whose
 * expiry is to be announced since then, by the business time of each organization.
 */
export async function listExpiring(
  { db, clock }: ChangedDeps,
  organizationIds: readonly string[],
  since: Date,
): Promise<queries.ChangedCustomer[]> {
  const groups = Map.groupBy(organizationIds, (id) => offsetOf(clock.moment(id)))
  const found: queries.ChangedCustomer[] = []
  for (const [offset, ids] of groups) {
    const { now } = clock.moment(ids[0] ?? '')
    // Two minutes more, for transactions and clocks of processes.
    const from = new Date(since.getTime() + offset - 2 * MINUTE_MS)
    const until = new Date(now.getTime() + offset)
    found.push(...(await listBetween(db, ids, { from, until })))
  }
  return found
}

const offsetOf = ({ now, businessNow }: Moment) => businessNow.getTime() - now.getTime()

/** Lists the customers with credit of which something happens between two business times. */
export async function listBetween(
  db: Db,
  organizationIds: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<queries.ChangedCustomer[]> {
  const found = await queries.listBeginning(db, organizationIds, { from, until })
  for (const days of [0, ...NOTICE_DAYS]) {
    const later = (time: Date) => new Date(time.getTime() + days * DAY_MS)
    const range = { from: later(from), until: later(until) }
    found.push(...(await queries.listExpiringBetween(db, organizationIds, range)))
  }
  return found
}
