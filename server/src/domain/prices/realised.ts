import { type Decimal, ZERO } from '../money.ts'
import { contains, intersect, isEmpty, type Range } from '../time/range.ts'
import { pricingInForce, roundedAmount, usageAmounts } from './charges.ts'
import {
  type EarningFacts,
  fixedPrices,
  openPieces,
  type QuantityIn,
  rangeBefore,
} from './earnings.ts'
import type { UsagePricing } from './pricing.ts'
import { isUsageStrategy } from './strategy.ts'

/**
 * What bills the usage of a signal in a time: a line of a finalized invoice, or the one that an invoice made
 * now would have. It is never cut by a window.
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

/** The claims whose usage may lie in a window. */
export function claimsIn(facts: EarningFacts, window: Range): Claim[] {
  const { final, strategies } = facts
  const lines = final.usage.filter((line) =>
    isEmpty(line) ? contains(window, line.start) : intersect(line, window) !== undefined,
  )
  const fixed = fixedPrices(final)
  const open = openPieces(facts, window).flatMap((part) =>
    strategies.filter(isUsageStrategy).map((strategy): Claim => {
      const { start, end, period } = part
      const before = { start: period.start, end: start }
      return {
        strategyId: strategy.id,
        signalId: strategy.signalId,
        pricing: pricingInForce(fixed, strategy, part),
        range: { start, end },
        before: isEmpty(before) ? undefined : before,
        billed: null,
      }
    }),
  )
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
  return of.eq(ZERO) ? ZERO : amount.times(units).div(of)
}
