import { sql } from 'kysely'
import { isDatabaseUnreachable } from '../../../platform/database/errors.ts'
import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { refreshCustomers } from './refresh-customers.ts'
import type { StaleTime } from './stale-months.ts'

/** Customers of a step: those with much history take a hundred times as long as others. */
const STEP = { first: 25, most: 200 }
const STEP_MS = { short: 1_000, long: 2_000 }

type Deps = { db: Db; log: Log }

type Asked = {
  organizationId: string
  /** The exclusive end of the kept days. */
  horizon: number
  now: Date
  /**
   * Called after each step with its duration in milliseconds and the customers seen so far. Returns false to
   * stop.
   */
  afterStep: (ms: number, customers: number) => Promise<boolean>
}

/** Refreshes customers in steps of limited time, until it is stopped. */
export function createSteps(deps: Deps, { afterStep, ...asked }: Asked) {
  const state = { customers: 0, isStopped: false }

  /** Runs one step and returns its result and duration, without the pause after it. */
  async function step<T>(work: () => Promise<T>, seen: (done: T) => number) {
    const startedAt = performance.now()
    const done = await work()
    const ms = performance.now() - startedAt
    state.isStopped = !(await afterStep(ms, seen(done)))
    return { done, ms }
  }

  /** Returns the customers that were written. */
  async function refresh(stale: readonly StaleTime[]): Promise<Set<string>> {
    const all = new Set<string>()
    let size = STEP.first
    for (let at = 0; at < stale.length && !state.isStopped; ) {
      const some = stale.slice(at, at + size)
      at += some.length
      const { ms } = await step(
        async () => {
          const written = await refreshSome(deps, { ...asked, stale: some })
          for (const id of written) all.add(id)
          state.customers += written.size
        },
        () => state.customers,
      )
      size = nextSize(size, ms)
    }
    return all
  }
  return { state, step, refresh }
}
export type Steps = ReturnType<typeof createSteps>

function nextSize(size: number, ms: number): number {
  if (ms < STEP_MS.short) return Math.min(size * 2, STEP.most)
  return ms > STEP_MS.long ? Math.max(size >> 1, 1) : size
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
