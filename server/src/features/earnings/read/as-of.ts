import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { isFirstFill } from '../../earning-marks/expand-sweeps.ts'
import { oldestMark } from '../../earning-marks/marks.ts'
import { horizonOf } from '../refresh/horizon.ts'
import { findHorizon } from '../refresh/states.ts'
import type { EarningsDeps, ReadScope } from './read-scope.ts'
import { refreshFirst } from './refresh-first.ts'

/** A read of kept figures: at which instant everything is included, and where kept days end. */
export type KeptRead = { asOf: Date; horizon: number }

const RETRY_AFTER_SECONDS = 5

/**
 * Reads kept earnings at one snapshot, after refreshing stale ones: all those of one customer, or as many of an
 * organization as 300 ms allow, the first 200 customers as 2 s allow. Everything committed before `asOf` is included; of
 * some customers also later facts. Refreshing and days that are not kept take long: call it in the turn of a heavy route.
 *
 * Throws `earnings_not_ready` (503) for an organization whose earnings are computed for the first time.
 */
export async function readEarnings<T>(
  deps: EarningsDeps,
  scope: ReadScope,
  read: (tx: Tx, kept: KeptRead) => Promise<T>,
): Promise<T & { asOf: string }> {
  const completeAt = await refreshFirst(deps, scope)
  const { now, businessNow } = deps.clock.moment(scope.organizationId)
  return atOneMoment(deps.db, async (tx) => {
    const [isFilling, markedAt, keptUntil] = await Promise.all([
      scope.customerId === undefined && isFirstFill(tx, scope.organizationId),
      oldestMark(tx, scope),
      findHorizon(tx, scope),
    ])
    if (isFilling) throw notReady()
    const oldest = earlier(markedAt ?? now, now)
    // An open sweep of a plan stays although this customer is refreshed.
    const asOf = completeAt && completeAt > oldest ? completeAt : oldest
    const horizon = keptUntil ?? horizonOf(businessNow)
    const answer = await read(tx, { asOf, horizon })
    return { ...answer, asOf: asOf.toISOString() }
  })
}

/** Returns the scope of each page of an answer: only the first one refreshes. */
export function scopeOfPages(scope: ReadScope): () => ReadScope {
  let isRefreshed = false
  return () => {
    const own = { ...scope, isRefreshed }
    isRefreshed = true
    return own
  }
}

/** A mark of a process whose clock is ahead is in the future. */
const earlier = (a: Date, b: Date) => (a < b ? a : b)

function notReady(): AppError {
  const message = 'Earnings are computed for the first time; retry in a moment'
  return new AppError('earnings_not_ready', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
