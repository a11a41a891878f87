import {
  accruedAmount,
  rateOfShare,
  ratesOfUnit,
  unitsOfSums,
} from '../../domain/allocated-rates.ts'
import { type Decimal, isZero } from '../../domain/money.ts'
import { ownRateInForce } from '../../domain/own-rates.ts'
import type { Tx } from '../../platform/database.ts'
import { newIdAfter } from '../../platform/id.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type CostRate, toBookRate, toStoredRates } from '../catalog/cost-rates/cost-rate.ts'
import { findAllocatedRate } from '../catalog/stored-cost-rates.ts'
import type { Moment } from '../clock/business-clock.ts'
import { sumUnits } from '../usage/model-units/model-units.ts'
import { type CostAllocation, startOf } from './allocation.ts'
import { windowOf } from './months.ts'

export type Spread = {
  /** The units that the organization pays for. */
  units: Decimal
  /** USD for one unit; null: nothing ran, and nothing did before. */
  rate: Decimal | null
}

export type Month = {
  allocation: CostAllocation
  month: string
  /** The rate that the month has; the id of a new one sorts after it. */
  costRateId: string | null
}

/** Returns the final rate of a month. */
export async function settledSpread(tx: Tx, catalog: Catalog, of: Month): Promise<Spread> {
  const units = await unitsOf(tx, catalog, of)
  return { units, rate: rateOfShare(of.allocation.amount, units) }
}

/**
 * Returns the rate of a month that has not settled: what the amount has accrued by now, over the units
 * by now. On the first day, and while nothing ran, it is the rate of the month before.
 */
export async function provisionalSpread(
  tx: Tx,
  catalog: Catalog,
  of: Month,
  { businessNow }: Moment,
): Promise<Spread> {
  const { allocation, month } = of
  const start = startOf(month)
  const units = await unitsOf(tx, catalog, of)
  const accrued = accruedAmount(allocation.amount, start, businessNow.getTime())
  const own = isZero(accrued) ? null : rateOfShare(accrued, units)
  const isFirstDay = businessNow.getTime() < start + DAY_MS
  if (own && !isFirstDay) return { units, rate: own }
  return { units, rate: (await carriedRate(tx, of)) ?? own }
}

const DAY_MS = 24 * 60 * 60_000

/** Returns the latest rate for one unit up to a month. */
async function carriedRate(tx: Tx, { allocation, month }: Month): Promise<Decimal | null> {
  const { organizationId, id: allocationId, unit } = allocation
  const until = windowOf(month).start
  const row = await findAllocatedRate(tx, { organizationId, allocationId, until })
  if (!row) return null
  const { rates } = toBookRate(row)
  if (!rates) return null
  if (unit === 'quantity') return rates.unit
  return unit === 'output_tokens' ? rates.output : rates.input
}

/** Counts the units of the names that a rate of the allocation prices. */
async function unitsOf(tx: Tx, catalog: Catalog, of: Month): Promise<Decimal> {
  const { allocation, month } = of
  const { organizationId, unit, amount } = allocation
  const rate = rateOf(of, { rate: amount, isProvisional: true }, new Date(0))
  const findPrices = catalog.findPricesFor(organizationId, { costRate: toBookRate(rate) })
  const isPriced = ({ provider, model }: { provider: string; model: string }) => {
    const own = findPrices(provider, model)?.ownRates
    return own !== undefined && ownRateInForce(own, null, startOf(month))?.id === rate.id
  }
  const sums = await sumUnits(tx, { organizationId, ...windowOf(month) }, isPriced)
  return unitsOfSums(unit, sums)
}

type Rate = { rate: Decimal; isProvisional: boolean }

/** Returns a new own rate for one month. */
export function rateOf(
  { allocation, month, costRateId }: Month,
  { rate, isProvisional }: Rate,
  now: Date,
): CostRate {
  const { organizationId, provider, model, unit } = allocation
  const { start, end } = windowOf(month)
  return {
    ...toStoredRates(ratesOfUnit(unit, rate)),
    ...{
      id: newIdAfter(costRateId ?? undefined),
      organizationId,
      provider,
      model,
      serviceTier: null,
      percentOff: null,
    },
    ...{ effectiveFrom: start, effectiveTo: end },
    ...{ allocationId: allocation.id, isProvisional },
    ...{ note: null, createdAt: now, withdrawnAt: null },
  }
}
