import { type Decimal, decimal, isZero } from '../../../domain/money.ts'
import { spreadByDay } from '../../../domain/prices/fees.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { instants } from '../../usage-figures/window.ts'
import { type Adjustments, listAdjustments } from '../facts/adjustments.ts'
import type { SomeCustomers } from '../facts/earning-filter.ts'
import type { EarnedDaysSink } from './day-figures.ts'
import { type KeptKind, NO_ID } from './kept-kinds.ts'

const MINUS_ONE = decimal('-1')

/** Adds the amounts that finalized invoices have besides their charges, spread over the days of the invoice. */
export async function addAdjustments(
  tx: Tx,
  filter: SomeCustomers,
  {
    window,
    parts,
    put,
  }: { window: Range<number>; parts: readonly Range<number>[]; put: EarnedDaysSink },
): Promise<void> {
  await mapInTurns(await listAdjustments(tx, filter, window), (one) => {
    const { customerId, subscriptionId, planId, agentId, currency } = one
    const place = { customerId, subscriptionId, planId, agentId, currency }
    const source = { sourceId: NO_ID, signalId: NO_ID }
    const time = { start: instantOf(one.start), end: instantOf(one.end) }
    const own = parts.filter(
      ({ start, end }) => start < one.end.getTime() && end > one.start.getTime(),
    )
    for (const [kind, amount] of amountsOf(one)) {
      if (isZero(amount)) continue
      for (const part of own) {
        const spread = spreadByDay({ ...time, amount }, instants(part), one.timeZone)
        if (spread === undefined) continue
        put({ ...place, ...source, kind }, part.start, {
          realised: spread,
          realisedInvoiced: spread,
        })
      }
    }
  })
}

function amountsOf(one: Adjustments): [KeptKind, Decimal][] {
  return [
    ['proration', one.proration],
    ['credit', one.credit],
    ['discount', one.discount.times(MINUS_ONE)],
    ['tax_included', one.includedTax.times(MINUS_ONE)],
  ]
}
