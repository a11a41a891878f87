import type { Rates } from '../../../domain/cost.ts'
import { type Decimal, decimal, isZero } from '../../../domain/money.ts'
import type { BookRate } from '../price-book.ts'
import type { StoredRates } from '../price-row.ts'

/** Own rates of tokens are in USD for so many tokens; those of other services are for one unit. */
export const TOKENS_PER_RATE = decimal('1000000')

/** A percentage off the catalog's rates, or rates in USD for a million tokens or for one unit. */
export type OwnPriceColumns = StoredRates & { percentOff: Decimal | null }

/** An own rate of an organization as stored. */
export type CostRate = OwnPriceColumns & {
  id: string
  organizationId: string
  provider: string
  model: string | null
  serviceTier: string | null
  effectiveFrom: Date | null
  /** The end of the month of its allocation, exclusive; null: it belongs to none. */
  effectiveTo: Date | null
  /** The allocation that set it. */
  allocationId: string | null
  /** True for a rate of an allocation whose month has not settled. */
  isProvisional: boolean
  note: string | null
  createdAt: Date
  withdrawnAt: Date | null
}

/** Who sets a rate: the actor of the request. */
export type Setter = { kind: string; id: string }

/** An own rate, and who set it. */
export type SetCostRate = CostRate & { actorKind: string; actorId: string }

/** Returns true if an own rate makes usage cost nothing. */
export function isFree({ percentOff, ...rates }: OwnPriceColumns): boolean {
  if (percentOff !== null) return percentOff.eq(HUNDRED)
  return sentRates(rates).every(isZero)
}

const HUNDRED = decimal('100')

/** Returns the rates that were set. */
export function sentRates(rates: StoredRates): Decimal[] {
  const { inputRate, outputRate, cacheReadRate, cacheWriteRate, cacheWrite1hRate, unitRate } = rates
  return [inputRate, outputRate, cacheReadRate, cacheWriteRate, cacheWrite1hRate, unitRate].filter(
    (rate) => rate !== null,
  )
}

type BookRow = Omit<
  CostRate,
  'allocationId' | 'isProvisional' | 'note' | 'createdAt' | 'withdrawnAt'
>

/** Converts a row to a rate of the price book, for one token or unit. */
export function toBookRate(row: BookRow): BookRate {
  const { id, organizationId, provider, model, serviceTier, percentOff } = row
  const effectiveFrom = row.effectiveFrom?.getTime() ?? null
  const allocatedTo = row.effectiveTo?.getTime() ?? null
  const dated = {
    ...{ id, organizationId, provider, model, serviceTier },
    ...{ effectiveFrom, allocatedTo },
  }
  if (percentOff !== null) return { ...dated, percentOff, rates: null }
  const rates: Rates = {
    input: perToken(row.inputRate),
    output: perToken(row.outputRate),
    cacheRead: perToken(row.cacheReadRate),
    cacheWrite: perToken(row.cacheWriteRate),
    cacheWrite1h: perToken(row.cacheWrite1hRate),
    unit: row.unitRate,
  }
  return { ...dated, percentOff: null, rates }
}

/** Converts rates for one token or unit to those of a row. */
export function toStoredRates(rates: Rates): StoredRates {
  const stored = (rate: Decimal | null) => rate?.times(TOKENS_PER_RATE) ?? null
  return {
    inputRate: stored(rates.input),
    outputRate: stored(rates.output),
    cacheReadRate: stored(rates.cacheRead),
    cacheWriteRate: stored(rates.cacheWrite),
    cacheWrite1hRate: stored(rates.cacheWrite1h),
    unitRate: rates.unit,
  }
}

function perToken(rate: Decimal | null): Decimal | null {
  return rate?.div(TOKENS_PER_RATE) ?? null
}
