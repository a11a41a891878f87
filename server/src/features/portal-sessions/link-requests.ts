import type { Tx } from '../../platform/database.ts'
import { countLinkRequest } from './queries.ts'

const MINUTE_MS = 60_000
/** Minimum time between two links: about how long it takes to notice that an email is missing. */
const REST_MS = 5 * MINUTE_MS
const WINDOW_MS = 24 * 60 * MINUTE_MS
const MOST = 5

/**
 * Returns true if a customer who requests a link may get one: at most 5 a day, at least 5 minutes
 * apart, in real time. Of concurrent requests only one gets true.
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
