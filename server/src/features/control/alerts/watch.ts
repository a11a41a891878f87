import { type Decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Log } from '../../../platform/log.ts'
import type { PastDecision } from '../decisions/past-decision.ts'
import { alertKey } from './alert.ts'
import { blockedAlert } from './blocked.ts'
import { type LookDeps, type Looked, lookAtCustomer } from './look.ts'
import { storeAlerts } from './store-alerts.ts'

const CUSTOMERS_MAX = 100_000
/** A customer is looked at no more often. */
const EVERY_MS = 200
/** A customer with usage is looked at no less often: other processes record too. */
const AFTER_MS = 30_000
/** Longer for revenue, margins and credit: each look computes invoices. */
const PRICED_EVERY_MS = 2_000
/** Looks at once; each takes a connection. */
const LOOKS_AT_ONCE = 2
/**
 * A customer is looked at once this process has committed this part of what may be spent before the
 * next alert. So up to four processes that record as much as each other miss nothing.
 */
const SHARE = decimalFromInteger(4)

/** An event of a commit. */
type CommittedEvent = {
  organizationId: string
  customerId: string
  cost: { usageCost: Decimal | null }
  quantity: number
}

export type AlertWatch = {
  /** Called after each commit of usage with its events, of which some may be repeated. */
  noteUsage: <Event extends CommittedEvent>(
    events: readonly Event[],
    isNew: (event: Event) => boolean,
  ) => void
  /** Called after each commit of decisions. */
  noteDecisions: (decisions: readonly PastDecision[]) => void
  /** Budgets have changed: every customer is looked at with its next usage. */
  forget: () => void
  /** Stops, and waits for looks under way; the sweep of another process finds the rest. */
  close: () => Promise<void>
}

type Watched = {
  organizationId: string
  customerId: string
  /** Committed by this process since the last look. */
  cost: Decimal
  quantity: number
  /** A time of `performance.now()`. */
  lookedAt: number
  looked: Looked | undefined
  isQueued: boolean
}

type WatchDeps = LookDeps & {
  /** Returns false for organizations without budgets and prepaid credit. */
  isWatched: (organizationId: string) => boolean
  log: Log
}

/**
 * Looks for new alerts after commits, outside of them: recording and decisions never wait. What a
 * crash leaves is found by the sweep.
 */
export function createAlertWatch(deps: WatchDeps): AlertWatch {
  const customers = createBoundedCache<Watched>(CUSTOMERS_MAX)
  const blocked = createBoundedCache<true>(CUSTOMERS_MAX)
  const queue = new Set<Watched>()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  /** Grows with each change of budgets, which a look under way may not have seen. */
  let changes = 0

  const watchedOf = (organizationId: string, customerId: string): Watched => {
    const known = customers.get(customerId)
    if (known) return known
    const watched = newlyWatched({ organizationId, customerId })
    customers.set(customerId, watched)
    return watched
  }
  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => {
      running.delete(tracked)
      lookAtQueued()
    })
    running.add(tracked)
  }

  async function look(watched: Watched): Promise<void> {
    const { organizationId, customerId, looked: before } = watched
    const known = changes
    watched.cost = ZERO
    watched.quantity = 0
    watched.lookedAt = performance.now()
    try {
      const customer = { organizationId, customerId }
      const looked = await lookAtCustomer(deps, customer, before?.stored)
      watched.looked = known === changes ? looked : undefined
    } catch (error) {
      watched.looked = undefined
      deps.log.warn({ err: error, organizationId }, 'budgets were not looked at after usage')
    }
    watched.isQueued = false
    if (dueAt(watched) !== undefined) enqueue(watched)
  }

  function enqueue(watched: Watched): void {
    if (watched.isQueued || isClosed) return
    watched.isQueued = true
    queue.add(watched)
  }

  /** Starts the looks that may start, and wakes up for the next one. */
  function lookAtQueued(): void {
    clearTimeout(timer)
    if (isClosed) return
    const now = performance.now()
    let next = Number.POSITIVE_INFINITY
    for (const watched of queue) {
      if (running.size >= LOOKS_AT_ONCE) return
      const at = dueAt(watched) ?? now
      if (at > now) {
        next = Math.min(next, at)
        continue
      }
      queue.delete(watched)
      track(look(watched))
    }
    if (next < Number.POSITIVE_INFINITY) {
      timer = setTimeout(lookAtQueued, next - now)
      timer.unref()
    }
  }

  async function storeBlocked(decision: PastDecision, key: string): Promise<void> {
    const { organizationId, customerId } = decision
    const scope = { organizationId, customerId }
    const moment = deps.clock.moment(organizationId)
    await storeAlerts(deps.db, scope, [blockedAlert(decision)], moment).catch((error) => {
      blocked.delete(key)
      deps.log.warn({ err: error, organizationId }, 'a blocked run was not announced yet')
    })
  }

  return {
    noteUsage: (events, isNew) => {
      for (const event of events) {
        const { organizationId, customerId, cost, quantity } = event
        if (!deps.isWatched(organizationId) || !isNew(event)) continue
        const watched = watchedOf(organizationId, customerId)
        watched.cost = watched.cost.plus(cost.usageCost ?? ZERO)
        watched.quantity += quantity
        if (dueAt(watched) !== undefined) enqueue(watched)
      }
      if (queue.size > 0) lookAtQueued()
    },
    noteDecisions: (decisions) => {
      for (const decision of decisions) {
        if (decision.decision !== 'block' || isClosed) continue
        const key = `${decision.customerId} ${alertKey(blockedAlert(decision))}`
        if (blocked.has(key)) continue
        blocked.set(key, true)
        track(storeBlocked(decision, key))
      }
    },
    forget: () => {
      changes += 1
      for (const watched of customers.values()) watched.looked = undefined
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

function newlyWatched(customer: { organizationId: string; customerId: string }): Watched {
  const lookedAt = Number.NEGATIVE_INFINITY
  return { ...customer, cost: ZERO, quantity: 0, lookedAt, looked: undefined, isQueued: false }
}

/**
 * Returns when a customer is to be looked at, as a time of `performance.now()`; undefined if what was
 * committed since the last look reaches no alert. What depends on prices may reach one at any time.
 */
function dueAt(watched: Watched): number | undefined {
  const { looked, lookedAt, cost, quantity } = watched
  if (isDue(watched)) return lookedAt + EVERY_MS
  const isUsed = !cost.eq(ZERO) || quantity > 0
  return looked?.isPriced && isUsed ? lookedAt + PRICED_EVERY_MS : undefined
}

/** Returns true if what was committed since the last look may reach an alert. */
function isDue({ looked, lookedAt, cost, quantity }: Watched): boolean {
  if (!looked) return true
  if (cost.eq(ZERO) && quantity === 0) return false
  const afterMs = Math.min(AFTER_MS, looked.changesInMs ?? AFTER_MS)
  if (performance.now() - lookedAt >= afterMs) return true
  const isCostDue = looked.cost !== undefined && cost.times(SHARE).gte(looked.cost)
  const units = decimalFromInteger(quantity)
  return isCostDue || (looked.quantity !== undefined && units.times(SHARE).gte(looked.quantity))
}
