import { type Decimal, ZERO } from '../../domain/money.ts'
import { AppError } from '../../platform/errors.ts'
import { type ParsedRecord, parseRecord, type RecordResult } from './batch/parse-record.ts'
import { checkBatchShape } from './batch/shape.ts'
import { costDataOf, costLinesOf, costRecord, type FindPrices } from './costs/cost-record.ts'
import { costWarnings } from './costs/cost-warnings.ts'
import { COST_DECIMALS } from './record.ts'
import type { UsageEstimate, UsageEstimateList } from './schemas.ts'

/** The revenue that a record would earn; without an amount, the reason why there is none. */
export type EstimatedRevenue =
  | { amount: Decimal; currency: string; subscriptionId: string }
  | { amount: null; revenueNote: string }

/**
 * Computes the revenue of records, in their order. Supplied by a higher layer, which owns prices
 * and subscriptions.
 */
export type PriceRecords = (
  organizationId: string,
  records: readonly ParsedRecord[],
) => Promise<EstimatedRevenue[]>

type Estimating = { organizationId: string; findPrices: FindPrices; priceRecords: PriceRecords }

/**
 * Estimates the cost and revenue of a batch of usage records by the usual rules, without storing
 * anything.
 */
export async function estimateUsage(
  body: unknown,
  { organizationId, findPrices, priceRecords }: Estimating,
  now: Date,
): Promise<UsageEstimateList> {
  const { estimates, total, valid } = estimateCosts(body, findPrices, now)
  const priced = await priceRecords(
    organizationId,
    valid.map(({ record }) => record),
  )
  const revenueOf = new Map(valid.map(({ index }, at) => [index, priced[at]]))
  return {
    results: estimates.map((one) => ({ ...one, ...revenueBody(revenueOf.get(one.index)) })),
    totalCostUsd: total.toFixed(COST_DECIMALS),
    totalRevenue: totalRevenue(priced),
    uncosted: estimates.filter(({ totalCostUsd }) => totalCostUsd === null).length,
  }
}

/** Returns the costs, without database queries, and the valid records. */
export function estimateCosts(body: unknown, findPrices: FindPrices, now: Date) {
  const shape = checkBatchShape(body)
  if (!shape.ok) throw new AppError('invalid', shape.problems)
  let total: Decimal = ZERO
  const valid: { index: number; record: ParsedRecord }[] = []
  const estimates = shape.records.map((original, index) => {
    const parsed = parseRecord(original, now.getTime())
    if (parsed.ok) valid.push({ index, record: parsed.record })
    const { estimate, usageCost } = estimateRecord(parsed, findPrices)
    total = total.plus(usageCost ?? ZERO)
    return { index, ...estimate }
  })
  return { estimates, total, valid }
}

function revenueBody(revenue: EstimatedRevenue | undefined) {
  const none = { revenue: null, currency: null, subscriptionId: null }
  if (!revenue) return none
  if (revenue.amount === null) return { ...none, revenueNote: revenue.revenueNote }
  const { amount, currency, subscriptionId } = revenue
  return { revenue: amount.toFixed(COST_DECIMALS), currency, subscriptionId }
}

/** Totals by currency: amounts of different currencies are never added. */
function totalRevenue(priced: readonly EstimatedRevenue[]): UsageEstimateList['totalRevenue'] {
  const totals = new Map<string, Decimal>()
  for (const one of priced) {
    if (one.amount === null) continue
    totals.set(one.currency, (totals.get(one.currency) ?? ZERO).plus(one.amount))
  }
  return [...totals]
    .map(([currency, amount]) => ({ currency, amount: amount.toFixed(COST_DECIMALS) }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

type CostEstimate = Pick<
  UsageEstimate,
  'totalCostUsd' | 'usageCostData' | 'code' | 'error' | 'warnings'
>

function estimateRecord(
  result: RecordResult,
  findPrices: FindPrices,
): { estimate: CostEstimate; usageCost: Decimal | null } {
  const unknown = { totalCostUsd: null, usageCostData: {} }
  if (!result.ok) {
    const error = result.problems.join('; ')
    return { estimate: { ...unknown, code: 'VALIDATION_ERROR', error }, usageCost: null }
  }
  const { services, usageDate } = result.record
  const cost = costRecord(services, usageDate, findPrices)
  const warnings = [...result.record.warnings, ...costWarnings(cost.services)]
  const noticed = warnings.length > 0 ? { warnings } : {}
  if (cost.status !== 'PROCESSED') {
    const error = [...new Set(cost.uncosted.map(({ explanation }) => explanation))].join('; ')
    const estimate = { ...unknown, code: 'NEEDS_COST_BACKFILL' as const, error, ...noticed }
    return { estimate, usageCost: null }
  }
  const estimate = {
    totalCostUsd: cost.usageCost.toFixed(COST_DECIMALS),
    usageCostData: costLinesOf(costDataOf(cost.services)),
    ...noticed,
  }
  return { estimate, usageCost: cost.usageCost }
}
