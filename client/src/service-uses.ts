import type { UsedService } from './api.gen.ts'
import { decimalSum } from './decimal-sum.ts'
import type { Warnings } from './recording/warnings.ts'

/** One call of a model, or one use of a service, with its name in the catalog. */
export type ServiceUse = UsedService

/** The service's limit for one event. */
const SERVICES_MAX = 1000
/**
 * An event needs at least one service. The catalog has this one at no cost, for work that used
 * none.
 */
const NO_SERVICE: ServiceUse = { model: 'none', modelProvider: 'piecework', quantity: 1 }

/** Fields without which the service refuses a record. */
const NAMES = ['model', 'modelProvider'] as const
const UNKNOWN = 'unknown'

/**
 * Returns a use with both names. A program without types may leave one out, and the service would
 * refuse the record with everything that the job used. As `unknown` the job is billed, and its cost
 * stays unknown until the name is mapped.
 */
export function namedUse(use: ServiceUse, method: string, onWarnings: Warnings): ServiceUse {
  const complete = typeof use === 'object' ? { ...use } : { model: '', modelProvider: '' }
  for (const name of NAMES) {
    const value: unknown = complete[name]
    if (typeof value === 'string' && value.trim() !== '') continue
    complete[name] = UNKNOWN
    onWarnings([`${method} got a service without ${name}, which is recorded as "${UNKNOWN}"`])
  }
  return complete
}

/**
 * Returns the services of a record: the free one for work that used none, and sums beyond the limit
 * of an event.
 */
export function servicesOf(uses: readonly ServiceUse[]): ServiceUse[] {
  if (uses.length === 0) return [{ ...NO_SERVICE }]
  return uses.length <= SERVICES_MAX ? [...uses] : summed(uses)
}

const TOKENS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
] as const

/**
 * Returns one entry for each model, tier of service and payer: the sum of its tokens, and the number
 * of calls as quantity.
 */
function summed(uses: readonly ServiceUse[]): ServiceUse[] {
  const sums = new Map<string, ServiceUse>()
  for (const use of uses) {
    const { model, modelProvider, serviceTier, paidBy } = use
    const key = JSON.stringify([modelProvider, model, serviceTier, paidBy])
    const sum: ServiceUse = sums.get(key) ?? {
      model,
      modelProvider,
      ...(serviceTier === undefined ? {} : { serviceTier }),
      ...(paidBy === undefined ? {} : { paidBy }),
      quantity: 0,
    }
    sum.quantity = (sum.quantity ?? 0) + (use.quantity ?? 1)
    for (const kind of TOKENS) {
      const tokens = use[kind]
      if (tokens !== undefined) sum[kind] = (sum[kind] ?? 0) + tokens
    }
    const { reportedCostUsd } = use
    if (reportedCostUsd !== undefined) {
      sum.reportedCostUsd = decimalSum(sum.reportedCostUsd ?? 0, reportedCostUsd)
    }
    sums.set(key, sum)
  }
  return [...sums.values()]
}
