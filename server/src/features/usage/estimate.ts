import { type Decimal, toFixedDecimals, ZERO } from '../../domain/money.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json-object.ts'
import { parseRecord } from './batch/parse-record.ts'
import { checkBatchShape } from './batch/shape.ts'
import { costDataToJson, costRecord, type FindEntry } from './cost-record.ts'
import { COST_DECIMALS } from './record.ts'
import type { UsageEstimate, UsageEstimateList } from './schemas.ts'

/** What a batch of usage records would cost, by the same rules, without storing anything. */
export function estimateUsage(body: unknown, findEntry: FindEntry, now: Date): UsageEstimateList {
  const shape = checkBatchShape(body)
  if (!shape.ok) throw new AppError('invalid', shape.problems)
  let total: Decimal = ZERO
  const results = shape.records.map((record, index) => {
    const { estimate, usageCost } = estimateRecord(record, findEntry, now)
    total = total.plus(usageCost ?? ZERO)
    return { index, ...estimate }
  })
  return {
    results,
    totalCostUsd: toFixedDecimals(total, COST_DECIMALS),
    uncosted: results.filter(({ totalCostUsd }) => totalCostUsd === null).length,
  }
}

function estimateRecord(
  original: JsonObject,
  findEntry: FindEntry,
  now: Date,
): { estimate: Omit<UsageEstimate, 'index'>; usageCost: Decimal | null } {
  const result = parseRecord(original, now.getTime())
  const unknown = { totalCostUsd: null, usageCostData: {} }
  if (!result.ok) {
    const error = result.problems.join('; ')
    return { estimate: { ...unknown, code: 'VALIDATION_ERROR', error }, usageCost: null }
  }
  const { services, usageDate, warnings } = result.record
  const noticed = warnings.length > 0 ? { warnings } : {}
  const cost = costRecord(services, usageDate, findEntry)
  if (cost.status !== 'PROCESSED') {
    const error = [...new Set(cost.uncosted.map(({ explanation }) => explanation))].join('; ')
    const estimate = { ...unknown, code: 'NEEDS_COST_BACKFILL' as const, error, ...noticed }
    return { estimate, usageCost: null }
  }
  const estimate = {
    totalCostUsd: toFixedDecimals(cost.usageCost, COST_DECIMALS),
    usageCostData: JSON.parse(costDataToJson(cost.costData)),
    ...noticed,
  }
  return { estimate, usageCost: cost.usageCost }
}
