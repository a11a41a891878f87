import type { Usage } from '../../../domain/traces/span.ts'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { parseReportedCost } from '../../usage/batch/reported-cost.ts'

/** A service of a usage record. */
export type Service = JsonObject & { quantity: number }

/** The provider of a model whose source does not name one. */
export const UNKNOWN_PROVIDER = 'unknown'

/** Returns one call as a service. Cached tokens that a source counts beside the input are added. */
export function serviceOf(usage: Usage): Service {
  const { cacheReadTokens = 0, cacheWrite1hTokens = 0, outputTokens, serviceTier } = usage
  const cacheWriteTokens = Math.max(usage.cacheWriteTokens ?? 0, cacheWrite1hTokens)
  const cached = cacheReadTokens + cacheWriteTokens
  const inputTokens = usage.inputTokens < cached ? usage.inputTokens + cached : usage.inputTokens
  const reportedCostUsd = parseReportedCost(usage.reportedCostUsd)?.toFixed()
  return {
    model: oneLine(usage.model),
    modelProvider: oneLine(usage.modelProvider ?? UNKNOWN_PROVIDER),
    quantity: 1,
    inputTokens,
    outputTokens,
    ...(cacheReadTokens > 0 && { cacheReadTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(cacheWrite1hTokens > 0 && { cacheWrite1hTokens }),
    ...(serviceTier !== undefined &&
      serviceTier.trim() !== '' && { serviceTier: oneLine(serviceTier) }),
    ...(reportedCostUsd !== undefined && { reportedCostUsd }),
  }
}

const CONTROL = /[\p{Cc}\u2028\u2029]/gu

/** Returns a name of a model as a record takes it. */
function oneLine(name: string): string {
  const line = name.toWellFormed().replace(CONTROL, ' ').trim().slice(0, TEXT_LENGTH_MAX)
  return line === '' ? UNKNOWN_PROVIDER : line
}
