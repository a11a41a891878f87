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
import { addOwnedWork, addUnownedWork, type StartOf } from './work-days.ts'

/**
 * What some customers earned on each day of a window of whole days, and what their work cost. Includes future days,
 * which have the fees of their periods. Everything is read at the snapshot of the transaction. With `parts`, consecutive
 * ranges that make up the window, each part is computed as a whole and stands on its first day.
 */
export async function computeEarnedDays(
  tx: Tx,
  { organizationId, customerIds }: { organizationId: string; customerIds: readonly string[] },
  window: Range<number>,
  parts?: readonly Range<number>[],
): Promise<EarnedDays[]> {
  const filter = { organizationId, customerId: undefined, customerIds, agentId: undefined }
  const steps = parts ? [{ time: window, parts }] : monthsIn(window).map(inDays)
  const all = steps.flatMap((step) => step.parts)
  const cuts = all.map(({ start }) => start)
  const earners = await loadEarnerUsage(tx, filter, { window, asked: neededIn(window), cuts })
  const { put, rows } = createEarnedDays()
  for (const step of steps) {
    const compute = stepOfEarner(step, put)
    await mapInTurns(earners, compute)
  }
  await addAdjustments(tx, filter, { window, parts: all, put })
  await addUnownedWork(tx, filter, { window, earners, put, startOf: startIn(all) })
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
    months.push({ start: Math.max(month, start), end: Math.min(monthAfter(month), end) })
  }
  return months
}

/** A time and its parts. */
type Step = { time: Range<number>; parts: readonly Range<number>[] }

function inDays(month: Range<number>): Step {
  const starts = daysIn(month)
  const parts = starts.map((start, at) => ({ start, end: starts[at + 1] ?? month.end }))
  return { time: month, parts }
}

/** Returns a function for the start of the part that contains a time. */
function startIn(parts: readonly Range<number>[]): StartOf {
  const starts = parts.map(({ start }) => start)
  return (time) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? time) <= time) low = middle + 1
      else high = middle
    }
    return starts[low - 1] ?? time
  }
}

/** Adds the parts of one time of an earner. Many have the same facts, whose part of that time is found once. */
function stepOfEarner(
  { time: month, parts }: Step,
  put: EarnedDaysSink,
): (earner: EarnerUsage) => void {
  const days = parts.map((part) => ({ start: part.start, range: instants(part) }))
  const startOf = startIn(parts)
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
    addOwnedWork({ earner, claims, month, put, place, startOf })
  }
}

function placeOf({ subscription }: EarnerUsage): EarnerPlace {
  const { id: subscriptionId, customerId, planId, agentId, currency } = subscription
  return { customerId, subscriptionId, planId, agentId, currency }
}
