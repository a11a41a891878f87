import { type Decimal, ZERO } from '../../../domain/money.ts'
import { bucketOf, dayOf } from '../../../domain/time/range.ts'
import type { CostedService } from '../costs/cost-record.ts'
import { createOtherCostTotals } from './other-costs.ts'
import type { UsageKey } from './usage-key.ts'

type TokenCount = 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'

/** Where an event is counted. */
type RollupPlace = UsageKey & { usageDate: number }

/** What one event adds to the rollups, or subtracts with negative numbers. */
export type RollupChange = RollupPlace & {
  eventCount: number
  uncostedEventCount: number
  quantity: number
  cost: Decimal | null
  services: readonly Pick<
    CostedService,
    | 'model'
    | 'modelProvider'
    | TokenCount
    | 'quantity'
    | 'cost'
    | 'computedCost'
    | 'paidBy'
    | 'reportedCostUsd'
  >[]
  /** Uses counted for each service: 1 for a new event, 0 when only its cost became known. */
  serviceCount: number
}

type UsageSums = {
  eventCount: number
  quantity: bigint
  cost: Decimal
  uncostedEventCount: number
  rejectedEventCount: number
  rejectedQuantity: bigint
}

/** `start` is the start of a quarter of an hour or of a UTC day. */
export type UsageTotals = UsageKey & UsageSums & { start: number }

export type ModelTotals = UsageKey &
  Record<TokenCount, bigint> & {
    bucket: number
    provider: string
    model: string
    serviceCount: number
    quantity: bigint
    cost: Decimal
  }

/** Sums changes by the keys of the rollup tables, so that each row is written once. */
export function createRollupTotals() {
  const usage = new Map<string, UsageTotals>()
  const models = new Map<string, ModelTotals>()
  const otherCosts = createOtherCostTotals()

  function totalAt(place: RollupPlace): { key: string; total: UsageTotals } {
    const { organizationId, customerId, agentId, signalId } = place
    const start = bucketOf(place.usageDate)
    const key = keyOf(place, start)
    let total = usage.get(key)
    if (!total) {
      total = { organizationId, customerId, start, agentId, signalId, ...NO_USAGE }
      usage.set(key, total)
    }
    return { key, total }
  }

  function add(change: RollupChange): void {
    const { key, total } = totalAt(change)
    total.eventCount += change.eventCount
    total.uncostedEventCount += change.uncostedEventCount
    total.quantity += BigInt(change.quantity)
    if (change.cost) total.cost = total.cost.plus(change.cost)
    for (const service of change.services) {
      addService(key, total, service, change.serviceCount)
      otherCosts.add(total, service, change.serviceCount)
    }
  }

  /** Adds events and units that are no longer billed, or subtracts those that are billed again. */
  function addRejected(
    place: RollupPlace,
    rejected: { eventCount: number; quantity: number },
  ): void {
    const { total } = totalAt(place)
    total.rejectedEventCount += rejected.eventCount
    total.rejectedQuantity += BigInt(rejected.quantity)
  }

  function addService(
    usageKey: string,
    { organizationId, customerId, start: bucket, agentId, signalId }: UsageTotals,
    service: RollupChange['services'][number],
    serviceCount: number,
  ): void {
    const { modelProvider: provider, model } = service
    // Names cannot contain NUL, so two different pairs never produce the same key.
    const key = `${usageKey}${provider}\u0000${model}`
    let total = models.get(key)
    if (!total) {
      const scope = { organizationId, customerId, bucket, agentId, signalId, provider, model }
      total = { ...scope, ...NO_SERVICE }
      models.set(key, total)
    }
    total.serviceCount += serviceCount
    total.cost = total.cost.plus(service.cost)
    if (serviceCount === 0) return
    total.inputTokens += BigInt(service.inputTokens)
    total.outputTokens += BigInt(service.outputTokens)
    total.cacheReadTokens += BigInt(service.cacheReadTokens)
    total.cacheWriteTokens += BigInt(service.cacheWriteTokens)
    total.quantity += BigInt(service.quantity)
  }

  /**
   * Returns totals sorted by key: every writer locks rows in the same order, which prevents
   * deadlocks.
   */
  function sorted() {
    return {
      usage: inOrder(usage),
      days: inOrder(byDay(usage.values())),
      models: inOrder(models),
      otherCosts: inOrder(otherCosts.totals),
    }
  }
  return { add, addRejected, sorted }
}

function keyOf({ customerId, agentId, signalId }: UsageKey, start: number): string {
  return `${customerId}${start}${agentId}${signalId}`
}

/** Returns totals sorted by key. */
function inOrder<T>(totals: ReadonlyMap<string, T>): T[] {
  const byKey = ([a]: [string, T], [b]: [string, T]) => (a < b ? -1 : a > b ? 1 : 0)
  return [...totals].sort(byKey).map(([, total]) => total)
}

/** Sums the totals by UTC day. */
function byDay(buckets: Iterable<UsageTotals>): Map<string, UsageTotals> {
  const days = new Map<string, UsageTotals>()
  for (const bucket of buckets) {
    const start = dayOf(bucket.start)
    const key = keyOf(bucket, start)
    const day = days.get(key)
    if (!day) {
      days.set(key, { ...bucket, start })
      continue
    }
    day.eventCount += bucket.eventCount
    day.quantity += bucket.quantity
    day.cost = day.cost.plus(bucket.cost)
    day.uncostedEventCount += bucket.uncostedEventCount
    day.rejectedEventCount += bucket.rejectedEventCount
    day.rejectedQuantity += bucket.rejectedQuantity
  }
  return days
}

export type RollupTotals = ReturnType<typeof createRollupTotals>

const NO_USAGE = {
  eventCount: 0,
  quantity: 0n,
  cost: ZERO,
  uncostedEventCount: 0,
  rejectedEventCount: 0,
  rejectedQuantity: 0n,
}
const NO_SERVICE = {
  serviceCount: 0,
  inputTokens: 0n,
  outputTokens: 0n,
  cacheReadTokens: 0n,
  cacheWriteTokens: 0n,
  quantity: 0n,
  cost: ZERO,
}
