import { feePartsOf, isBilledInAdvance } from '../../../domain/prices/advance.ts'
import type { ChargeFacts, FixedPrices } from '../../../domain/prices/charges.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Part } from '../../../domain/time/parts.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import { parsePricing } from '../../invoices/drafts/pricing-json.ts'
import type { InvoiceFacts } from '../facts/facts.ts'
import { beforePart, inPart } from '../facts/usage-facts.ts'

/** Returns the inputs of the charges of an invoice's window. */
export function chargeFacts(facts: InvoiceFacts): ChargeFacts {
  const { billing, window, parts, inAdvance, claims, freed, isAdvanceOnly, usage } = facts
  const { seats, startsAt, timeZone } = billing.subscription
  const { strategies } = billing
  const hasFees = parts.length + inAdvance.length > 0
  const billed = { parts, inAdvance, claims, freed, seats, timeZone }
  return {
    window,
    parts,
    ...(hasFees && { feeParts: (strategy) => feePartsOf(billed, strategy) }),
    strategies: isAdvanceOnly ? strategies.filter(isBilledInAdvance) : strategies,
    fixed: fixedPrices(facts),
    quantityIn: ({ id }, part) => usage.usageOf(inPart(id, part)).quantity,
    quantityBefore: ({ id }, part) => usage.usageOf(beforePart(id, part)).quantity,
    seats,
    startsAt: instantOf(startsAt),
    timeZone,
    currency: billing.currency,
  }
}

/** Returns the prices that finalized invoices of the same periods used. */
function fixedPrices({ parts, usage, billedFees }: InvoiceFacts): FixedPrices {
  const lines = usage.billed
    .map((line) => ({ line, range: rangeOf(line) }))
    .filter(({ range }) => isOfPeriods(range, parts))
    .toSorted((a, b) => a.line.finalizedAt.getTime() - b.line.finalizedAt.getTime())
  return {
    pricings: lines.flatMap(({ line: { strategyId, pricing }, range }) => {
      const parsed = parsePricing(pricing)
      return parsed ? [{ strategyId, pricing: parsed, ...range }] : []
    }),
    rates: billedFees.map((fee) => ({
      strategyId: fee.strategyId,
      rate: fee.rate,
      ...rangeOf(fee),
    })),
  }
}

function isOfPeriods(range: Range, parts: readonly Part[]): boolean {
  return parts.some(({ period }) => intersect(range, period) !== undefined)
}

function rangeOf({ periodStart, periodEnd }: { periodStart: Date; periodEnd: Date }): Range {
  return { start: instantOf(periodStart), end: instantOf(periodEnd) }
}
