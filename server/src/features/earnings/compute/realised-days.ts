import { ZERO } from '../../../domain/money.ts'
import { type Claim, claimValue, shareOf } from '../../../domain/prices/realised.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import type { EarnerUsage } from '../usage/earner-usage.ts'
import type { EarnedDaysSink, EarnerPlace } from './day-figures.ts'

type Realised = {
  earner: EarnerUsage
  claims: readonly Claim[]
  month: Range<number>
  days: readonly { start: number; range: Range }[]
  put: EarnedDaysSink
  place: EarnerPlace
}

/**
 * Adds what the usage of each day realised: the share that its units have of the value of their claim. A claim
 * without units is on the day on which it begins.
 */
export function addRealised({ earner, claims, month, days, put, place }: Realised): void {
  const { quantityIn, subscription } = earner
  for (const claim of claims) {
    const { signalId, strategyId } = claim
    const source = { sourceId: strategyId, signalId }
    const { quantity, due, invoiced } = claimValue(claim, subscription.currency, quantityIn)
    if (quantity.eq(ZERO)) {
      const begins = claim.range.start.epochMilliseconds
      const day = begins - (begins % DAY_MS)
      if (begins < month.start || begins >= month.end) continue
      const figures = { realised: due, realisedInvoiced: invoiced }
      put({ ...place, ...source, kind: 'without_quantity' }, day, figures)
      continue
    }
    for (const { start, range } of days) {
      const own = intersect(claim.range, range)
      const units = own ? quantityIn(signalId, own) : ZERO
      if (units.eq(ZERO)) continue
      put({ ...place, ...source, kind: 'usage' }, start, {
        realised: shareOf(due, units, quantity),
        realisedInvoiced: shareOf(invoiced, units, quantity),
      })
    }
  }
}

const DAY_MS = 24 * 60 * 60_000
