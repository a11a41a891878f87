import { ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { askedUsage } from '../../../domain/prices/earnings.ts'
import { askedByInvoiced, invoicedByBilling } from '../../../domain/prices/invoiced.ts'
import { askedByClaim, claimsIn } from '../../../domain/prices/realised.ts'
import { monthAfter, monthOf, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { daysIn, instants } from '../../usage-figures/window.ts'
import { earnedAt } from '../earned.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from '../usage/earner-usage.ts'
import { addAdjustments } from './adjusted-days.ts'
import {
  createEarnedDays,
  type EarnedDays,
  type EarnedDaysSink,
  type EarnerPlace,
} from './day-figures.ts'
import { factsIn } from './facts-of-month.ts'
import { NO_ID } from './kept-kinds.ts'
import { addRealised } from './realised-days.ts'
import { addOwnedWork, addUnownedWork } from './work-days.ts'

/**
 * What some customers earned on each day of a window of whole months, and what their work cost. Includes future
 * days, which have the fees of their periods. Everything is read at the snapshot of the transaction.
 */
export async function computeEarnedDays(
  tx: Tx,
  { organizationId, customerIds }: { organizationId: string; customerIds: readonly string[] },
  window: Range<number>,
): Promise<EarnedDays[]> {
  const filter = { organizationId, customerId: undefined, customerIds, agentId: undefined }
  const cuts = daysIn(window)
  const earners = await loadEarnerUsage(tx, filter, { window, asked: neededIn(window), cuts })
  const { put, rows } = createEarnedDays()
  for (const month of monthsIn(window)) {
    const compute = monthOfEarner(month, put)
    await mapInTurns(earners, compute)
  }
  await addAdjustments(tx, filter, { window, put })
  await addUnownedWork(tx, filter, { window, earners, put })
  return rows()
}

const neededIn =
  (window: Range<number>): Asked =>
  (facts) => {
    const whole = instants(window)
    return [
      ...askedUsage(facts, whole),
      ...askedByInvoiced(facts, whole),
      ...claimsIn(facts, whole).flatMap(askedByClaim),
    ]
  }

function monthsIn({ start, end }: Range<number>): Range<number>[] {
  const months: Range<number>[] = []
  for (let month = monthOf(start); month < end; month = monthAfter(month)) {
    months.push({ start: month, end: monthAfter(month) })
  }
  return months
}

/** Adds the days of one month of an earner. Many have the same facts, whose part of the month is found once. */
function monthOfEarner(month: Range<number>, put: EarnedDaysSink): (earner: EarnerUsage) => void {
  const starts = daysIn(month)
  const days = starts.map((start, at) => ({
    start,
    range: instants({ start, end: starts[at + 1] ?? month.end }),
  }))
  const earnedOn = earnedAt(days.map(({ range }) => range))
  const partOf = new Map<EarningFacts, EarningFacts>()
  return (whole) => {
    const facts = partOf.get(whole.facts) ?? factsIn(whole.facts, instants(month))
    partOf.set(whole.facts, facts)
    const earner = { ...whole, facts }
    const { billingsOf } = earner
    const place = placeOf(earner)
    for (const [at, { start, range }] of days.entries()) {
      for (const one of earnedOn(earner, at)) {
        const { kind, strategyId, signalId, quantity, amount: earned } = one
        const own = { ...place, kind, sourceId: strategyId, signalId: signalId ?? NO_ID }
        if (!('line' in one)) {
          put(own, start, { quantity, earned })
          continue
        }
        const [billing] = one.line ? billingsOf(one.line) : []
        const invoiced = billing ? earned : ZERO
        const realised = { realised: earned, realisedInvoiced: invoiced }
        put(own, start, { quantity, earned, invoiced, ...realised }, billing?.on)
      }
      for (const { line, on, amount } of invoicedByBilling(earner, range, billingsOf)) {
        const { strategyId: sourceId, signalId } = line
        const own = { ...place, kind: 'usage', sourceId, signalId } as const
        put(own, start, { invoiced: amount }, on)
      }
    }
    const claims = claimsIn(facts, instants(month))
    addRealised({ earner, claims, month, days, put, place })
    addOwnedWork({ earner, claims, month, put, place })
  }
}

function placeOf({ subscription }: EarnerUsage): EarnerPlace {
  const { id: subscriptionId, customerId, planId, agentId, currency } = subscription
  return { customerId, subscriptionId, planId, agentId, currency }
}
