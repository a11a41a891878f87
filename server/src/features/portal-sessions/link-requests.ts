import type { Tx } from '../../platform/database.ts'
import { countLinkRequest } from './queries.ts'

const MINUTE_MS = 60_000
/** A mail takes as long as that to be found missing. */
const REST_MS = 5 * MINUTE_MS
const WINDOW_MS = 24 * 60 * MINUTE_MS
const MOST = 5

/**
 * Whether a customer who asks for a link gets one: so many a day, not too close together, by real time.
 * However many ask at the same time, one of them is told so.
 */
export function admitLinkRequest(
  tx: Tx,
  key: { organizationId: string; customerId: string },
  now: Date,
): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const limits = { restedBefore: before(REST_MS), countedAfter: before(WINDOW_MS), most: MOST }
  return countLinkRequest(tx, key, { now, ...limits })
}
