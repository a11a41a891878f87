import { thoughUnawaited } from '../../../platform/program/in-turns.ts'
import { oldestMark } from '../../earning-marks/marks.ts'
import { horizonOf } from '../refresh/horizon.ts'
import { refreshOrganization } from '../refresh/refresh-organization.ts'
import { findHorizon } from '../refresh/states.ts'
import type { EarningsDeps, ReadScope } from './read-scope.ts'

const REFRESH_MS = 300
/** So many customers are refreshed for longer, so that small organizations read the present. */
const FEW = { customers: 200, ms: 2_000 }
/** So many marks are read at once, however many wait. */
const MARKS_AT_ONCE = 1_000

/** The refreshes under way, which later reads share. */
const refreshing = new Map<string, Promise<Date | undefined>>()

/**
 * Refreshes what a read needs. Returns a time before which everything is included, if the refresh is complete. A
 * refresh that began before this call may lack its caller's changes, so it is waited for and not shared. If it fails,
 * the figures stay older, as their `asOf` says.
 */
export async function refreshFirst(
  deps: EarningsDeps,
  scope: ReadScope,
): Promise<Date | undefined> {
  if (scope.isRefreshed) return undefined
  const key = `${scope.organizationId} ${scope.customerId}`
  await refreshing.get(key)
  if (!(await isStale(deps, scope))) return undefined
  const begin = () =>
    refresh(deps, scope)
      .catch((error: unknown) => {
        deps.log.error({ err: error, ...scope }, 'stale earnings cannot be refreshed before a read')
        return undefined
      })
      .finally(() => refreshing.delete(key))
  const shared = refreshing.get(key) ?? thoughUnawaited(begin)
  refreshing.set(key, shared)
  return shared
}

/** Whether facts have changed, or the read needs a month for which nothing is kept yet. */
async function isStale({ db, clock }: EarningsDeps, scope: ReadScope): Promise<boolean> {
  if ((await oldestMark(db, scope)) !== undefined) return true
  const horizon = await findHorizon(db, scope)
  if (horizon === undefined || scope.until <= horizon) return false
  return horizon < horizonOf(clock.now(scope.organizationId))
}

async function refresh(
  deps: EarningsDeps,
  { organizationId, customerId }: ReadScope,
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
