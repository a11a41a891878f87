import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Slice } from '../../platform/list.ts'
import type { Hold } from './hold.ts'
import * as queries from './queries.ts'

/** Finds a hold by its id, closed ones too. Throws `not_found`. */
export async function getHold(db: Db, key: ScopedId): Promise<Hold> {
  return (await queries.findHold(db, key)) ?? notFound('Hold')
}

/** Lists the holds that count, the latest first. */
export function listOpenHolds(
  db: Db,
  filter: queries.HoldFilter,
  page: Slice,
  now: Date,
): Promise<{ rows: Hold[]; total: number }> {
  return queries.listCountingHolds(db, filter, page, now)
}

/**
 * Closes the hold of a run that ended without an outcome. A hold that is closed already stays as it
 * is, so that a request may be repeated. Takes the account, then the hold, as every decision does.
 */
export async function releaseHold(db: Db, key: ScopedId, now: Date): Promise<Hold> {
  const { customerId } = await getHold(db, key)
  return db.transaction().execute(async (tx) => {
    await queries.lockAccount(tx, { ...key, customerId })
    await queries.closeHold(tx, { ...key, customerId }, 'released', now)
    return (await queries.findHold(tx, { ...key, customerId })) ?? notFound('Hold')
  })
}
