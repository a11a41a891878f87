import { dayOf } from '../../../domain/time/range.ts'
import type { ModelTotals, UsageTotals } from './rollups.ts'

/** Sums days by a part of their key, sorted by it. */
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

/** Sums models by organization and UTC day, sorted by both. */
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

/**
 * Returns sums sorted by key: every writer locks rows in the same order, which prevents deadlocks.
 */
function summed<T>(all: readonly T[], keyOf: (one: T) => string, add: (sum: T, one: T) => T): T[] {
  const sums = new Map<string, T>()
  for (const one of all) {
    const key = keyOf(one)
    const sum = sums.get(key)
    sums.set(key, sum ? add(sum, one) : one)
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, sum]) => sum)
}
