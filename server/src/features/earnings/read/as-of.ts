import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { thoughUnawaited } from '../../../platform/program/in-turns.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { isFirstFill } from '../../earning-marks/expand-sweeps.ts'
import { oldestMark } from '../../earning-marks/marks.ts'
import { horizonOf } from '../refresh/horizon.ts'
import { refreshOrganization } from '../refresh/refresh-organization.ts'
import { findHorizon } from '../refresh/states.ts'

export type EarningsDeps = { db: Db; log: Log; clock: BusinessClock }

/** The customers whose figures are read; without a customer those of the whole organization. */
type Scope = { organizationId: string; customerId?: string | undefined }

/** A read of kept figures: at which instant everything is included, and where kept days end. */
export type KeptRead = { asOf: Date; horizon: number }

const REFRESH_MS = 300
/** So many customers are refreshed for longer, so that small organizations read the present. */
const FEW = { customers: 200, ms: 2_000 }
/** So many marks are read at once, however many wait. */
const MARKS_AT_ONCE = 1_000
const RETRY_AFTER_SECONDS = 5

/**
 * Reads kept earnings at one snapshot, after refreshing stale ones: all those of one customer, or as many of an
 * organization as 300 ms allow, the first 200 customers as 2 s allow. Everything committed before `asOf` is included; of
 * some customers also later facts.
 *
 * Throws `earnings_not_ready` (503) for an organization whose earnings are computed for the first time.
 */
export async function readEarnings<T>(
  deps: EarningsDeps,
  scope: Scope,
  read: (tx: Tx, kept: KeptRead) => Promise<T>,
): Promise<T & { asOf: string }> {
  const completeAt = await refreshBefore(deps, scope)
  const { now, businessNow } = deps.clock.moment(scope.organizationId)
  return atOneMoment(deps.db, async (tx) => {
    if (scope.customerId === undefined && (await isFirstFill(tx, scope.organizationId))) {
      throw notReady()
    }
    const oldest = (await oldestMark(tx, scope)) ?? now
    // A mark of this customer stays while it names others that are not refreshed yet.
    const asOf = completeAt && completeAt > oldest ? completeAt : oldest
    const horizon = (await findHorizon(tx, scope)) ?? horizonOf(businessNow)
    const answer = await read(tx, { asOf, horizon })
    return { ...answer, asOf: asOf.toISOString() }
  })
}

function notReady(): AppError {
  const message = 'Earnings are computed for the first time; retry in a moment'
  return new AppError('earnings_not_ready', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** The refreshes under way, which later reads share. */
const refreshing = new Map<string, Promise<Date | undefined>>()

/**
 * Refreshes what a read needs. Returns a time before which everything is included, if the refresh is complete. A
 * refresh that began before this call may lack its caller's changes, so it is waited for and not shared.
 */
async function refreshBefore(deps: EarningsDeps, scope: Scope): Promise<Date | undefined> {
  const key = `${scope.organizationId} ${scope.customerId}`
  await refreshing.get(key)?.catch(() => undefined)
  if (!(await isStale(deps, scope))) return undefined
  const begin = () => refresh(deps, scope).finally(() => refreshing.delete(key))
  const shared = refreshing.get(key) ?? thoughUnawaited(begin)
  refreshing.set(key, shared)
  return shared
}

/** Whether facts have changed, or a month has begun for which nothing is kept yet. */
async function isStale({ db, clock }: EarningsDeps, scope: Scope): Promise<boolean> {
  if ((await oldestMark(db, scope)) !== undefined) return true
  const horizon = await findHorizon(db, scope)
  return horizon !== undefined && horizon < horizonOf(clock.now(scope.organizationId))
}

async function refresh(
  deps: EarningsDeps,
  { organizationId, customerId }: Scope,
): Promise<Date | undefined> {
  const moment = deps.clock.moment(organizationId)
  const startedAt = performance.now()
  const isWorthIt = (customers: number) => {
    const limit = customers <= FEW.customers ? FEW.ms : REFRESH_MS
    return customerId !== undefined || performance.now() - startedAt < limit
  }
  let hasRetried = false
  for (let count = 0; isWorthIt(count); ) {
    const refreshed = await refreshOrganization(deps, {
      organizationId,
      moment,
      afterStep: async (_ms, customers) => isWorthIt(count + customers),
      ...(customerId ? { customerId } : { marks: MARKS_AT_ONCE }),
    })
    if (refreshed.isComplete) return moment.now
    // A concurrent refresh may have been faster; a customer that cannot be computed fails again.
    if (!refreshed.hasMore && hasRetried) return undefined
    hasRetried ||= !refreshed.hasMore
    count += refreshed.customers
  }
  return undefined
}
