import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { isFirstFill } from '../../earning-marks/expand-sweeps.ts'
import { oldestMark } from '../../earning-marks/marks.ts'
import { horizonOf, refreshOrganization } from '../refresh/refresh-organization.ts'

export type EarningsDeps = { db: Db; log: Log; clock: BusinessClock }

/** The customers whose figures are read; without a customer those of the whole organization. */
type Scope = { organizationId: string; customerId?: string | undefined }

/** A read of kept figures: at which instant everything is included, and where kept days end. */
export type KeptRead = { asOf: Date; horizon: number }

const REFRESH_MS = 300
/** So many customers are refreshed however long it takes: small organizations always read the present. */
const ALWAYS_REFRESHED = 200
const RETRY_AFTER_SECONDS = 5

/**
 * Reads kept earnings at one snapshot, after refreshing stale ones: all those of one customer, or as many of
 * an organization as 300 ms allow, and at least 200 customers. Everything committed before `asOf` is included; of some customers also later
 * facts.
 *
 * Throws `earnings_not_ready` (503) for an organization whose earnings are computed for the first time.
 */
export async function readEarnings<T>(
  deps: EarningsDeps,
  scope: Scope,
  read: (tx: Tx, kept: KeptRead) => Promise<T>,
): Promise<T & { asOf: string }> {
  await refreshBefore(deps, scope)
  const { organizationId, customerId } = scope
  const { now, businessNow } = deps.clock.moment(organizationId)
  return atOneMoment(deps.db, async (tx) => {
    if (customerId === undefined && (await isFirstFill(tx, organizationId))) throw notReady()
    const asOf = (await oldestMark(tx, scope)) ?? now
    const answer = await read(tx, { asOf, horizon: horizonOf(businessNow) })
    return { ...answer, asOf: asOf.toISOString() }
  })
}

function notReady(): AppError {
  const message = 'Earnings are computed for the first time; retry in a moment'
  return new AppError('earnings_not_ready', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Reads that wait for the same refresh share it. */
const refreshing = new Map<string, Promise<void>>()

async function refreshBefore(deps: EarningsDeps, scope: Scope): Promise<void> {
  const { organizationId, customerId } = scope
  if ((await oldestMark(deps.db, scope)) === undefined) return
  const key = `${organizationId} ${customerId}`
  const running = refreshing.get(key) ?? refresh(deps, scope).finally(() => refreshing.delete(key))
  refreshing.set(key, running)
  await running
}

async function refresh(deps: EarningsDeps, { organizationId, customerId }: Scope): Promise<void> {
  const businessNow = deps.clock.now(organizationId)
  const endsAt = performance.now() + REFRESH_MS
  const isWorthIt = (customers: number) =>
    customerId !== undefined || customers <= ALWAYS_REFRESHED || performance.now() < endsAt
  let isComplete = false
  for (let count = 0; !isComplete && isWorthIt(count); ) {
    const asked = {
      organizationId,
      businessNow,
      afterStep: async (_ms: number, customers: number) => isWorthIt(count + customers),
      ...(customerId && { customerId }),
    }
    const refreshed = await refreshOrganization(deps, asked)
    count += refreshed.customers
    isComplete = refreshed.isComplete || refreshed.customers === 0
  }
}
