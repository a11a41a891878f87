import { dayOf } from '../../../domain/time/range.ts'
import type { ModelTotals, UsageTotals } from './rollups.ts'

/** Days added up by a part of their key, in its order. */
export function daySum(
  days: readonly UsageTotals[],
  keyOf: (day: UsageTotals) => string,
): UsageTotals[] {
  return summed(days, keyOf, (sum, one) => ({
    ...sum,
    eventCount: sum.eventCount + one.eventCount,
    quantity: sum.quantity + one.quantity,
    cost: sum.cost.plus(one.cost),
    uncostedEventCount: sum.uncostedEventCount + one.uncostedEventCount,
  }))
}

/** Models added up by organization and UTC day, in that order. */
export function modelSum(models: readonly ModelTotals[]): ModelTotals[] {
  const byDay = models.map((one) => ({ ...one, bucket: dayOf(one.bucket) }))
  const keyOf = ({ organizationId, bucket, provider, model }: ModelTotals) =>
    `${organizationId}${bucket}${provider}\u0000${model}`
  return summed(byDay, keyOf, (sum, one) => ({
    ...sum,
    serviceCount: sum.serviceCount + one.serviceCount,
    inputTokens: sum.inputTokens + one.inputTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + one.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + one.cacheWriteTokens,
    quantity: sum.quantity + one.quantity,
    cost: sum.cost.plus(one.cost),
  }))
}

/** Sorted by key: every writer locks the rows in the same order, so none deadlocks. */
function summed<T>(all: readonly T[], keyOf: (one: T) => string, add: (sum: T, one: T) => T): T[] {
  const sums = new Map<string, T>()
  for (const one of all) {
    const key = keyOf(one)
    const sum = sums.get(key)
    sums.set(key, sum ? add(sum, one) : one)
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, sum]) => sum)
}
