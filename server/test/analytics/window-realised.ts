/** Computes realised amounts and costs of whole windows, to compare them with the sums of their days. */
import { type Decimal, decimal, ZERO } from '../../src/domain/money.ts'
import { feesIn, spreadByDay } from '../../src/domain/prices/fees.ts'
import { askedByClaim, claimsIn, claimValue, shareOf } from '../../src/domain/prices/realised.ts'
import { instantOf } from '../../src/domain/time/dates.ts'
import { intersect } from '../../src/domain/time/range.ts'
import { isWithin } from '../../src/features/earnings/earned.ts'
import { listAdjustments } from '../../src/features/earnings/facts/adjustments.ts'
import type { SomeCustomers } from '../../src/features/earnings/facts/earning-filter.ts'
import {
  type EarnerUsage,
  loadEarnerUsage,
} from '../../src/features/earnings/usage/earner-usage.ts'
import { listWorkDays } from '../../src/features/earnings/usage/work-days.ts'
import { instants, type Window } from '../../src/features/usage-figures/window.ts'
import type { Tx } from '../../src/platform/database.ts'

type Figures = { revenue?: Decimal; invoiced?: Decimal; cost?: Decimal }
type Note = (place: string, figures: Figures) => void

const MINUS_ONE = decimal('-1')

/** Returns the amounts of a window by kind, customer, plan and signal, to be added up. */
export async function realisedIn(
  tx: Tx,
  filter: SomeCustomers,
  window: Window,
): Promise<Map<string, Decimal[]>> {
  const amounts = new Map<string, Decimal[]>()
  const note: Note = (place, figures) => {
    for (const [name, amount] of Object.entries(figures)) {
      const key = `${place} ${name}`
      amounts.set(key, [...(amounts.get(key) ?? []), amount])
    }
  }
  const range = instants(window)
  const earners = await loadEarnerUsage(tx, filter, {
    window,
    asked: (facts) => claimsIn(facts, range).flatMap(askedByClaim),
  })
  for (const earner of earners) noteEarner(earner, window, note)
  await noteAdjustments(tx, filter, { window, note })
  for (const { customerId, cost } of await listWorkDays(tx, filter, window)) {
    note(`no_subscription ${customerId} null `, { cost })
  }
  return amounts
}

function noteEarner(earner: EarnerUsage, window: Window, note: Note) {
  const { subscription, facts, intervals, quantityIn } = earner
  const { customerId, planId, currency } = subscription
  const range = instants(window)
  const placeOf = (kind: string, signalId: string | null) =>
    `${kind} ${customerId} ${planId} ${signalId}`
  for (const { signalId, cost } of intervals.filter(isWithin(window))) {
    note(placeOf('outcomes', signalId), { cost })
    note(`no_subscription ${customerId} null `, { cost: cost.times(MINUS_ONE) })
  }
  for (const claim of claimsIn(facts, range)) {
    const place = placeOf('outcomes', claim.signalId)
    const { quantity, due, invoiced } = claimValue(claim, currency, quantityIn)
    if (quantity.eq(ZERO)) {
      const begins = claim.range.start.epochMilliseconds
      const isThere = begins >= window.start && begins < window.end
      if (isThere) note(place, { revenue: due, invoiced })
      continue
    }
    const own = intersect(claim.range, range)
    const units = own ? quantityIn(claim.signalId, own) : ZERO
    note(place, {
      revenue: shareOf(due, units, quantity),
      invoiced: shareOf(invoiced, units, quantity),
    })
  }
  for (const { kind, amount, line } of feesIn(facts, [range])[0] ?? []) {
    note(placeOf(kind, null), { revenue: amount, invoiced: line?.isInvoiced ? amount : ZERO })
  }
}

async function noteAdjustments(
  tx: Tx,
  filter: SomeCustomers,
  { window, note }: { window: Window; note: Note },
) {
  for (const { start, end, timeZone, ...one } of await listAdjustments(tx, filter, window)) {
    const time = { start: instantOf(start), end: instantOf(end) }
    const kinds = {
      proration: one.proration,
      credit: one.credit,
      discount: one.discount.times(MINUS_ONE),
      tax_included: one.includedTax.times(MINUS_ONE),
    }
    for (const [kind, amount] of Object.entries(kinds)) {
      const spread = spreadByDay({ ...time, amount }, instants(window), timeZone) ?? ZERO
      const place = `${kind} ${one.customerId} ${one.planId} null`
      note(place, { revenue: spread, invoiced: spread })
    }
  }
}
