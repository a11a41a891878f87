import assert from 'node:assert/strict'
import type { Decimal } from '../../../domain/money.ts'
import { type PeriodDates, priceInForce } from '../../../domain/prices/price-in-force.ts'
import { type PricingModel, parseTiers, type Tiers } from '../../../domain/prices/pricing.ts'
import type { BillTiming, OwnPrice, StrategyPrice } from '../../../domain/prices/strategy.ts'
import { columnsOf, type DatedPrice, type DatedPriceJson } from './dated-price.ts'

/** One priced item of a plan: its first price, and those that follow. */
export type Strategy = StrategyPrice & {
  dated?: { plan: readonly DatedPrice[]; own: readonly OwnPrice[] }
  id: string
  planId: string
  name: string
  /** Null for a price that does not recur. */
  billTiming: BillTiming | null
  isActive: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A strategy row, with tiers as jsonb. */
export type StrategyRow = {
  id: string
  planId: string
  name: string
  chargeType: StrategyPrice['chargeType']
  pricingModel: PricingModel | null
  signalId: string | null
  rate: Decimal | null
  packageSize: Decimal | null
  tiers: unknown
  billTiming: BillTiming
  isActive: boolean
  version: number
  createdAt: Date
  updatedAt: Date
  datedPrices: DatedPriceJson[] | null
}

/** Converts a stored row; throws if it breaks the rules of prices, which is a bug. */
export function strategyOf(row: StrategyRow): Strategy {
  const { id, planId, name, isActive, version, createdAt, updatedAt } = row
  const price = priceOf(row)
  const { chargeType } = price
  const isRecurring = chargeType === 'recurring' || chargeType === 'seat_based'
  const billTiming = isRecurring ? row.billTiming : null
  const strategy = {
    id,
    planId,
    name,
    billTiming,
    isActive,
    version,
    createdAt,
    updatedAt,
    ...price,
  }
  const plan = (row.datedPrices ?? []).map((one): DatedPrice => {
    const { id: priceId, changeId, from, audience } = one
    return { id: priceId, changeId, from, audience, price: priceOf({ ...row, ...columnsOf(one) }) }
  })
  return plan.length === 0 ? strategy : { ...strategy, dated: { plan, own: [] } }
}

/** The columns that a price is read from. */
export type PriceColumns = Pick<
  StrategyRow,
  'id' | 'chargeType' | 'pricingModel' | 'signalId' | 'rate' | 'packageSize' | 'tiers'
>

/** Returns the price of a row; throws if it breaks the rules of prices, which is a bug. */
export function priceOf(row: PriceColumns): StrategyPrice {
  const { id, chargeType, pricingModel, signalId, rate, packageSize, tiers } = row
  if (chargeType !== 'usage') {
    assert(rate !== null, `pricing strategy ${id} has no rate`)
    return { chargeType, rate }
  }
  assert(signalId !== null && pricingModel !== null, `pricing strategy ${id} prices no signal`)
  if (pricingModel === 'flat') {
    assert(rate !== null, `pricing strategy ${id} has no rate`)
    return { chargeType, signalId, pricing: { pricingModel, rate } }
  }
  if (pricingModel === 'package') {
    assert(rate !== null && packageSize !== null, `pricing strategy ${id} has no package`)
    return { chargeType, signalId, pricing: { pricingModel, rate, packageSize } }
  }
  const parsed = parseTiers(tiers, pricingModel)
  assert(parsed.ok, `pricing strategy ${id} has unusable tiers`)
  return { chargeType, signalId, pricing: { pricingModel, tiers: parsed.tiers } }
}

/** A price as the columns of its row and the fields of its body. */
export type PriceFields = {
  chargeType: StrategyPrice['chargeType']
  pricingModel: PricingModel | null
  signalId: string | null
  rate: Decimal | null
  packageSize: Decimal | null
  tiers: Tiers | null
}

export function priceFields(price: StrategyPrice): PriceFields {
  const { chargeType } = price
  const none = { pricingModel: null, signalId: null, rate: null, packageSize: null, tiers: null }
  if (chargeType !== 'usage') return { ...none, chargeType, rate: price.rate }
  const { signalId, pricing } = price
  return { ...none, chargeType, signalId, ...pricing }
}

/** Returns a row with the columns of the price that applies to everyone on a day, in place of the first one. */
export function rowOn(row: StrategyRow, day: string): StrategyRow {
  const dated = row.datedPrices?.findLast(
    ({ from, audience }) => audience === 'everyone' && from <= day,
  )
  return dated ? { ...row, ...columnsOf(dated) } : row
}

/** Before every start, so that prices for new subscriptions do not apply. */
const BEFORE_ALL = '0000-01-01'

/** Returns the price of the plan that applies to everyone on a day. */
export function priceOn(strategy: Strategy, day: string): StrategyPrice {
  const at: PeriodDates = { periodStart: day, subscriptionStart: BEFORE_ALL }
  return priceInForce(withoutOwn(strategy), at)
}

/** Returns the dated price of the plan that applies to everyone on a day; undefined: the first price. */
export function datedOn(strategy: Strategy, day: string): DatedPrice | undefined {
  return strategy.dated?.plan.findLast(
    ({ from, audience }) => audience === 'everyone' && from <= day,
  )
}

function withoutOwn(strategy: Strategy): Strategy {
  return strategy.dated ? { ...strategy, dated: { ...strategy.dated, own: [] } } : strategy
}

/**
 * Returns the prices of a strategy after a correction of the one that applies to everyone on a day. The
 * others keep their numbers; charge type and signal are those of the correction.
 */
export function withPriceOn(
  before: Strategy,
  price: StrategyPrice,
  day: string,
): StrategyPrice & Pick<Strategy, 'dated'> {
  const corrected = datedOn(before, day)
  const rebased = (other: StrategyPrice) => sameKind(other, price)
  if (before.dated === undefined) return price
  const plan = before.dated.plan.map((one) => ({
    ...one,
    price: one.id === corrected?.id ? price : rebased(one.price),
  }))
  const first = corrected ? rebased(before) : price
  return { ...first, dated: { ...before.dated, plan } }
}

/** Returns the numbers of a price with the charge type and the signal of another of its kind. */
function sameKind(price: StrategyPrice, other: StrategyPrice): StrategyPrice {
  if (price.chargeType === 'usage' && other.chargeType === 'usage') {
    const { chargeType, pricing } = price
    return { chargeType, signalId: other.signalId, pricing }
  }
  assert(price.chargeType !== 'usage' && other.chargeType !== 'usage', 'prices of one kind')
  return { chargeType: other.chargeType, rate: price.rate }
}
