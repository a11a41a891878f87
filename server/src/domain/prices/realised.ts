import { type Decimal, ZERO } from '../money.ts'
import { contains, intersect, isEmpty, type Range } from '../time/range.ts'
import { roundedAmount, usageAmounts } from './charges.ts'
import { type EarningFacts, openPieces, rangeBefore, usageParts } from './earning-facts.ts'
import type { QuantityIn } from './earnings.ts'
import { isSamePrice, type UsagePricing } from './pricing.ts'

/**
 * An entry that bills the usage of a signal in a range: a line of a finalized invoice, or the line
 * of an invoice created now. A window cuts it only if every unit has the same price.
 */
export type Claim = {
  strategyId: string
  signalId: string
  pricing: UsagePricing
  range: Range
  /** The part of its period before it; undefined: it begins the period. */
  before: Range | undefined
  /** Amount billed by finalized invoices, late usage included; null: not invoiced yet. */
  billed: Decimal | null
}

/** The current value of a claim and its number of units. */
export type ClaimValue = { quantity: Decimal; due: Decimal; invoiced: Decimal }

/**
 * Returns the claims whose usage may lie in a window. A claim at a flat price is cut to the window.
 */
export function claimsIn(facts: EarningFacts, window: Range): Claim[] {
  const { final } = facts
  const lines = final.usage.filter((line) =>
    isEmpty(line) ? contains(window, line.start) : intersect(line, window) !== undefined,
  )
  const open = usageParts(facts, openPieces(facts, window)).map((one): Claim => {
    const { strategy, pricing, part, counted: before } = one
    const whole = { start: part.start, end: part.end }
    // At a flat price every unit has the same value, so the units outside the window are not
    // needed.
    const range = isSamePrice(pricing, pricing) ? (intersect(whole, window) ?? whole) : whole
    const { id: strategyId, signalId } = strategy
    return { strategyId, signalId, pricing, range, before, billed: null }
  })
  const claimed = lines.map((line): Claim => {
    const { strategyId, signalId, pricing, start, end, billed } = line
    return {
      strategyId,
      signalId,
      pricing,
      range: { start, end },
      before: rangeBefore(line),
      billed,
    }
  })
  return [...claimed, ...open]
}

/** Returns the ranges whose usage must be loaded for the value of a claim. */
export function askedByClaim({ signalId, range, before }: Claim): (Range & { signalId: string })[] {
  return [range, ...(before ? [before] : [])]
    .filter((one) => !isEmpty(one))
    .map((one) => ({ signalId, ...one }))
}

/**
 * Returns the value of a claim. A finalized line is rounded to minor units, as the next invoice
 * would settle it.
 */
export function claimValue(
  { signalId, pricing, range, before, billed }: Claim,
  currency: string,
  quantityIn: QuantityIn,
): ClaimValue {
  const within = (one: Range) => (isEmpty(one) ? ZERO : quantityIn(signalId, one))
  const quantity = within(range)
  const amounts = usageAmounts(pricing, {
    quantityBefore: before ? within(before) : null,
    quantity,
  })
  if (billed === null) return { quantity, due: amounts.amount, invoiced: ZERO }
  return { quantity, due: roundedAmount(amounts, currency), invoiced: billed }
}

/** Returns the share of an amount for `units` of `of` units; zero if there are no units. */
export function shareOf(amount: Decimal, units: Decimal, of: Decimal): Decimal {
  return of.eq(ZERO) ? ZERO : amount.times(units).div(of)
}
