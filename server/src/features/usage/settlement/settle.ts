import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { correctEvents } from '../corrections/correct-events.ts'
import * as queries from './queries.ts'

export const { listDueCustomers, listSettledCustomers } = queries

/** Outcomes of one transaction. Corrections of the organization wait for it. */
const OUTCOMES_AT_ONCE = 500

export type SettleDeps = {
  db: Db
  now: () => Date
  /** Aborted when the service stops; the next call continues. */
  stopping?: AbortSignal
}

const ACTOR = { kind: 'job', id: 'settlement' } as const

/**
 * Settles the outcomes of a customer whose window has passed in business time: each gets a correction
 * that bills its provisional units. Safe to interrupt, to repeat, and to run twice at once: what is
 * settled is not provisional any more. Returns how many were due.
 */
export async function settleCustomer(
  { db, now, stopping }: SettleDeps,
  { organizationId, customerId }: Pick<CustomerScopedId, 'organizationId' | 'customerId'>,
  businessNow: Date,
): Promise<number> {
  const key = { organizationId, customerId, until: businessNow }
  let count = 0
  let after: queries.DueOutcome | undefined
  while (!stopping?.aborted) {
    const due = await queries.listDueOutcomes(db, { ...key, after, limit: OUTCOMES_AT_ONCE })
    if (due.length === 0) break
    const correction = { kind: 'settlement', at: businessNow } as const
    const corrections = due.map((event) => ({ event, correction }))
    const command = { organizationId, customerId, corrections, reason: null, actor: ACTOR }
    const moment = { now: now(), businessNow }
    await db
      .transaction()
      .execute((tx) => correctEvents(tx, { ...command, loadPrices: refuseToPrice }, moment))
    count += due.length
    after = due.at(-1)
  }
  return count
}

/** A settlement changes no cost. */
const refuseToPrice = () => Promise.reject(new Error('a settlement has no prices'))

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the next time after `after` at which the clock settles outcomes of the organization: the
 * end of a UTC day, so that a test clock does not stop for each of them. Whatever else becomes due
 * before finds what has settled until then. Null if none is provisional.
 */
export async function findNextSettlement(
  db: Db,
  organizationId: string,
  after: Date,
): Promise<Date | null> {
  const at = await queries.findEarliest(db, organizationId, after)
  return at && new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS)
}
