import { type Decimal, divide, ZERO } from '../money.ts'
import { contains, intersect, isEmpty, type Range } from '../time/range.ts'
import { roundedAmount, usageAmounts } from './charges.ts'
import { type EarningFacts, openPieces, rangeBefore, usageParts } from './earning-facts.ts'
import type { QuantityIn } from './earnings.ts'
import { isSamePrice, type UsagePricing } from './pricing.ts'

/**
 * What bills the usage of a signal in a time: a line of a finalized invoice, or the one that an invoice made
 * now would have. A window cuts it only where each of its units costs the same.
 */
export type Claim = {
  strategyId: string
  signalId: string
  pricing: UsagePricing
  range: Range
  /** What of its period comes before it; undefined: nothing does. */
  before: Range | undefined
  /** What finalized invoices billed of it, late usage included; null: it is on none yet. */
  billed: Decimal | null
}

/** What a claim comes to by now, and for how many units. */
export type ClaimValue = { quantity: Decimal; due: Decimal; invoiced: Decimal }

/** The claims whose usage may lie in a window; at a flat price only what of them lies in it. */
export function claimsIn(facts: EarningFacts, window: Range): Claim[] {
  const { final } = facts
  const lines = final.usage.filter((line) =>
    isEmpty(line) ? contains(window, line.start) : intersect(line, window) !== undefined,
  )
  const open = usageParts(facts, openPieces(facts, window)).map((one): Claim => {
    const { strategy, pricing, part, counted: before } = one
    const whole = { start: part.start, end: part.end }
    // At a flat price each unit is worth the same, so those outside need not be counted.
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

/** What must be known of usage for the value of a claim. */
export function askedByClaim({ signalId, range, before }: Claim): (Range & { signalId: string })[] {
  return [range, ...(before ? [before] : [])]
    .filter((one) => !isEmpty(one))
    .map((one) => ({ signalId, ...one }))
}

/** A finalized line comes to whole minor units, as the next invoice would settle it. */
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

/** The share of an amount that so many of its units have; none has any where there are no units. */
export function shareOf(amount: Decimal, units: Decimal, of: Decimal): Decimal {
  return of.eq(ZERO) ? ZERO : divide(amount.times(units), of)
}
