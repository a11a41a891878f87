import { type Decimal, ZERO } from '../../../domain/money.ts'
import { dayOf } from '../../../domain/time/range.ts'
import { type CostedService, isOurs } from '../costs/cost-record.ts'
import type { UsageKey } from './usage-key.ts'

/** Costs that are no part of `usage_cost`. A service can count for both kinds. */
export type OtherCostKind = 'customer_paid' | 'reported'

/** Costs of services of one kind on a UTC day. Amounts of corrections can be negative. */
export type OtherCostTotals = UsageKey & {
  kind: OtherCostKind
  day: number
  provider: string
  model: string
  serviceCount: number
  /** Covers only the services whose computed cost is known. */
  computedCost: Decimal
  uncomputedCount: number
  reportedCost: Decimal
  /** The part of `reportedCost` of services without a computed cost. */
  uncomputedReportedCost: Decimal
}

type Service = Pick<
  CostedService,
  'modelProvider' | 'model' | 'computedCost' | 'paidBy' | 'reportedCostUsd'
>

/** Sums the costs of services that the customer pays for, and of those with a reported cost. */
export function createOtherCostTotals() {
  const totals = new Map<string, OtherCostTotals>()

  /** `serviceCount` is 0 when only the computed cost became known, and -1 to subtract the service. */
  function add(place: UsageKey & { start: number }, service: Service, serviceCount: number): void {
    if (serviceCount === 0 && service.computedCost === null) return
    if (!isOurs(service)) addTo(totalOf('customer_paid', place, service), service, serviceCount)
    if (service.reportedCostUsd !== null) {
      addTo(totalOf('reported', place, service), service, serviceCount)
    }
  }

  function totalOf(
    kind: OtherCostKind,
    { organizationId, customerId, agentId, signalId, start }: UsageKey & { start: number },
    { modelProvider: provider, model }: Service,
  ): OtherCostTotals {
    const day = dayOf(start)
    const key = `${customerId}${kind}${day}${agentId}${signalId}${provider}\u0000${model}`
    let total = totals.get(key)
    if (!total) {
      const scope = { organizationId, customerId, kind, day, agentId, signalId, provider, model }
      total = { ...scope, ...NO_COSTS }
      totals.set(key, total)
    }
    return total
  }
  return { add, totals }
}

function addTo(total: OtherCostTotals, service: Service, serviceCount: number): void {
  const { computedCost } = service
  const reportedCost = service.reportedCostUsd ?? ZERO
  total.serviceCount += serviceCount
  if (serviceCount !== 0) total.reportedCost = total.reportedCost.plus(reportedCost)
  if (computedCost !== null) total.computedCost = total.computedCost.plus(computedCost)
  if (computedCost === null && serviceCount !== 0) {
    total.uncomputedCount += serviceCount
    total.uncomputedReportedCost = total.uncomputedReportedCost.plus(reportedCost)
  }
  if (computedCost !== null && serviceCount === 0) {
    total.uncomputedCount -= 1
    total.uncomputedReportedCost = total.uncomputedReportedCost.minus(reportedCost)
  }
}

const NO_COSTS = {
  serviceCount: 0,
  computedCost: ZERO,
  uncomputedCount: 0,
  reportedCost: ZERO,
  uncomputedReportedCost: ZERO,
}
