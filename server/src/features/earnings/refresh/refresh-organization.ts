import { sql } from 'kysely'
import { cut } from '../../../platform/batching/cut.ts'
import { isDatabaseUnreachable } from '../../../platform/database/errors.ts'
import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { expandSweep, finishFirstFill, isSwept } from '../../earning-marks/expand-sweeps.ts'
import {
  type MarkedDays,
  mergeMarksOf,
  readMarks,
  removeFromMarks,
} from '../../earning-marks/marks.ts'
import { horizonOf } from './horizon.ts'
import { refreshCustomers } from './refresh-customers.ts'
import { type StaleTime, staleTime } from './stale-months.ts'
import { listBehindHorizon } from './states.ts'

/** Customers of a step: those with much history take a hundred times as long as others. */
const STEP = { first: 25, most: 200 }
/** Marks are removed after so many customers, which a process that stops need not refresh again. */
const REMOVE_AFTER = 1_000
const STEP_MS = { short: 500, long: 2_000 }
const BEHIND_AT_ONCE = 1_000

export type RefreshAsked = {
  organizationId: string
  /** Kept days end with the month after the business time of the organization. */
  moment: Moment
  /** Only this customer, and only marks that name it; sweeps are not expanded. */
  customerId?: string
  /** At most so many marks, the oldest; without a limit all that are visible. */
  marks?: number
  /**
   * Called after each step with its duration in milliseconds and the customers seen so far. Returns false to
   * stop.
   */
  afterStep?: (ms: number, customers: number) => Promise<boolean>
}

/** What a refresh did: customers written, and whether nothing stale that was asked for and visible is left. */
export type Refreshed = {
  customers: number
  isComplete: boolean
  /** Whether it was stopped, or there were more marks than one call reads. */
  hasMore: boolean
}

/**
 * Writes the kept earnings of an organization that are stale. Marks are read before the facts, so a mark that is
 * deleted precedes the snapshot of its refresh; later marks stay for the next one. Interrupted, the work is
 * repeated.
 */
export async function refreshOrganization(
  { db, log }: { db: Db; log: Log },
  { organizationId, moment, customerId, marks: limit, afterStep = async () => true }: RefreshAsked,
): Promise<Refreshed> {
  const horizon = horizonOf(moment.businessNow)
  let customers = 0
  const refreshInSteps = async (stale: readonly StaleTime[]): Promise<Set<string>> => {
    const done = new Set<string>()
    let size = STEP.first
    for (let at = 0; at < stale.length && !isStopped; ) {
      const some = stale.slice(at, at + size)
      at += some.length
      const startedAt = performance.now()
      const now = moment.now
      const written = await refreshSome({ db, log }, { organizationId, stale: some, horizon, now })
      for (const id of written) done.add(id)
      const ms = performance.now() - startedAt
      size = nextSize(size, ms)
      customers += written.size
      isStopped = !(await afterStep(ms, customers))
    }
    return done
  }
  let isStopped = false
  for (let marked = 0; !isStopped && customerId === undefined; ) {
    const startedAt = performance.now()
    const page = await expandSweep(db, organizationId)
    if (page === undefined) break
    marked += page
    isStopped = !(await afterStep(performance.now() - startedAt, marked))
  }
  const marks = await readMarks(db, { organizationId, customerId, ...(limit && { limit }) })
  const stale = marks.customers.map(staleOf)
  if (customerId !== undefined && (await isSwept(db, { organizationId, customerId }))) {
    stale.splice(0, stale.length, { customerId, time: staleTime('-infinity', 'infinity') })
  }
  const left = new Set(stale.map((one) => one.customerId))
  for (const some of cut(stale, REMOVE_AFTER)) {
    if (isStopped) break
    const refreshed = await refreshInSteps(some)
    for (const id of refreshed) left.delete(id)
    await removeFromMarks(db, organizationId, { ids: marks.ids, refreshed })
  }
  if (!isStopped) {
    for (const id of left)
      await mergeMarksOf(db, { organizationId, customerId: id, ids: marks.ids })
  }
  await finishFirstFill(db, organizationId)
  const keptUntil = new Date(horizon).toISOString().slice(0, 10)
  const behind = await listBehindHorizon(db, organizationId, {
    horizon: keptUntil,
    customerId,
    limit: BEHIND_AT_ONCE,
  })
  const beyond = behind.map(({ customerId: id, keptUntil: from }): StaleTime => {
    return { customerId: id, time: { start: Date.parse(from), end: horizon } }
  })
  await refreshInSteps(beyond)
  const isFull = marks.ids.length === limit || behind.length === BEHIND_AT_ONCE
  const hasMore = isStopped || isFull
  return { customers, isComplete: !hasMore && left.size === 0, hasMore }
}

function nextSize(size: number, ms: number): number {
  if (ms < STEP_MS.short) return Math.min(size * 2, STEP.most)
  return ms > STEP_MS.long ? Math.max(size >> 1, 1) : size
}

function staleOf({ customerId, firstDay, lastDay }: MarkedDays): StaleTime {
  return { customerId, time: staleTime(firstDay, lastDay) }
}

type Some = {
  organizationId: string
  stale: readonly StaleTime[]
  horizon: number
  now: Date
}

/**
 * A customer whose earnings cannot be computed does not keep the others stale: its batch is halved. So is one that
 * takes longer than a statement or a transaction may.
 */
async function refreshSome(deps: { db: Db; log: Log }, some: Some): Promise<Set<string>> {
  const { organizationId, stale } = some
  try {
    return await refreshCustomers(deps.db, some)
  } catch (error) {
    if (isDatabaseUnreachable(error) && !(await isReachable(deps.db))) throw error
    if (stale.length <= 1) {
      const [{ customerId } = { customerId: undefined }] = stale
      deps.log.error({ err: error, organizationId, customerId }, 'earnings cannot be computed')
      return new Set()
    }
    const middle = stale.length >> 1
    const first = await refreshSome(deps, { ...some, stale: stale.slice(0, middle) })
    const second = await refreshSome(deps, { ...some, stale: stale.slice(middle) })
    return first.union(second)
  }
}

/** Whether the database answers, after an error that may also be that of a time limit. */
async function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
