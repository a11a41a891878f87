import { cut } from '../../../platform/batching/cut.ts'
import { askOf } from '../../../platform/database/ask.ts'
import { untilAllVisible } from '../../../platform/database/cluster/prepared-on-node.ts'
import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { expandSweep, finishFirstFill, isSwept } from '../../earning-marks/expand-sweeps.ts'
import { mergeMarksOf, readMarks, removeFromMarks } from '../../earning-marks/marks.ts'
import { horizonOf } from './horizon.ts'
import { type StaleTime, staleTime } from './stale-months.ts'
import { listBehindHorizon } from './states.ts'
import { createSteps, type Steps } from './steps.ts'

/** Marks are removed after so many customers, which a process that stops need not refresh again. */
const REMOVE_AFTER = 1_000
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
 * deleted precedes the snapshot of its refresh; later marks stay for the next one. Interrupted, the rest of the work
 * is done by the next one.
 */
export async function refreshOrganization(
  deps: { db: Db; log: Log },
  { organizationId, moment, customerId, marks, afterStep = async () => true }: RefreshAsked,
): Promise<Refreshed> {
  const scope = { organizationId, customerId }
  const horizon = horizonOf(moment.businessNow)
  const steps = createSteps(deps, { organizationId, horizon, now: moment.now, afterStep })
  if (customerId === undefined) await expandSweeps(deps.db, organizationId, steps)
  const marked = await refreshMarked(deps.db, scope, { steps, limit: marks })
  await finishFirstFill(deps.db, organizationId)
  const extended = await extendKept(deps.db, scope, { steps, horizon })
  const hasMore = steps.state.isStopped || marked.isFull || extended.isFull
  const isComplete = !hasMore && marked.left === 0
  return { customers: steps.state.customers, isComplete, hasMore }
}

type Scope = { organizationId: string; customerId: string | undefined }

/** Turns all sweeps into marks. */
async function expandSweeps(db: Db, organizationId: string, { state, step }: Steps): Promise<void> {
  for (let marked = 0; !state.isStopped; ) {
    const { done: page } = await step(
      () => expandSweep(db, organizationId),
      (count = 0) => marked + count,
    )
    if (page === undefined) return
    marked += page
  }
}

/** Refreshes the customers that the oldest marks name. */
async function refreshMarked(
  db: Db,
  { organizationId, customerId }: Scope,
  { steps, limit }: { steps: Steps; limit: number | undefined },
): Promise<{ isFull: boolean; left: number }> {
  const { marks, customers } = await readMarks(db, { organizationId, customerId, limit })
  // On a cluster, a node may show a mark before another node shows the facts of the same transaction.
  if (marks.length > 0) await untilAllVisible(askOf(db))
  const isWhole = customerId !== undefined && (await isSwept(db, { organizationId, customerId }))
  const stale: StaleTime[] = isWhole
    ? [{ customerId, time: staleTime('-infinity', 'infinity') }]
    : customers.map((one) => {
        return { customerId: one.customerId, time: staleTime(one.firstDay, one.lastDay) }
      })
  const left = new Set(stale.map((one) => one.customerId))
  for (const some of cut(stale, REMOVE_AFTER)) {
    if (steps.state.isStopped) break
    const refreshed = await steps.refresh(some)
    for (const id of refreshed) left.delete(id)
    await removeFromMarks(db, organizationId, { marks, refreshed })
  }
  if (!steps.state.isStopped) {
    for (const id of left) await mergeMarksOf(db, { organizationId, customerId: id, marks })
  }
  return { isFull: marks.length === limit, left: left.size }
}

/** Writes days to come that are not kept yet: a month has begun. */
async function extendKept(
  db: Db,
  { organizationId, customerId }: Scope,
  { steps, horizon }: { steps: Steps; horizon: number },
): Promise<{ isFull: boolean }> {
  const keptUntil = new Date(horizon).toISOString().slice(0, 10)
  const asked = { horizon: keptUntil, customerId, limit: BEHIND_AT_ONCE }
  const behind = await listBehindHorizon(db, organizationId, asked)
  await steps.refresh(
    behind.map((one) => {
      const time = { start: Date.parse(one.keptUntil), end: horizon }
      return { customerId: one.customerId, time }
    }),
  )
  return { isFull: behind.length === BEHIND_AT_ONCE }
}
