import { memoizeByObject } from '../../../domain/memoize.ts'
import { ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { askedUsage, type FeeEarning, usageEarningsOf } from '../../../domain/prices/earnings.ts'
import { feesIn } from '../../../domain/prices/fees.ts'
import { askedByInvoiced, invoicedByBilling } from '../../../domain/prices/invoiced.ts'
import { askedByClaim, claimsIn } from '../../../domain/prices/realised.ts'
import { monthAfter, monthOf, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { daysIn, instants } from '../../usage-figures/window.ts'
import { type Asked, type EarnerUsage, loadEarnerUsage } from '../usage/earner-usage.ts'
import { listWorkDays } from '../usage/work-days.ts'
import { addAdjustments } from './adjusted-days.ts'
import {
  createEarnedDays,
  type EarnedDays,
  type EarnedDaysSink,
  type EarnerPlace,
} from './day-figures.ts'
import { factsIn } from './facts-of-month.ts'
import { NO_ID } from './kept-kinds.ts'
import { partsOfUsage, placeIn, type Step } from './parts-of-usage.ts'
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
  const work = { window, days: await listWorkDays(tx, filter, window) }
  const asked = neededIn(window)
  const earners = await loadEarnerUsage(tx, filter, { window, asked, cuts, known: work })
  const { put, rows } = createEarnedDays()
  for (const step of steps) {
    const compute = stepOfEarner(step, put)
    await mapInTurns(earners, compute)
  }
  await addAdjustments(tx, filter, { window, parts: all, put })
  await addUnownedWork(work, { earners, put, startOf: startIn(all) })
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

function inDays(month: Range<number>): Step {
  const starts = daysIn(month)
  const parts = starts.map((start, at) => ({ start, end: starts[at + 1] ?? month.end }))
  return { time: month, parts }
}

/** Returns a function for the start of the part that contains a time. */
function startIn(parts: readonly Range<number>[]): StartOf {
  const placeOf = placeIn(parts)
  return (time) => parts[placeOf(time)]?.start ?? time
}

/** Adds the parts of one time of an earner. Many have the same facts, whose part of that time is found once. */
function stepOfEarner(step: Step, put: EarnedDaysSink): (earner: EarnerUsage) => void {
  const month = step.time
  const days = step.parts.map((part) => ({ start: part.start, range: instants(part) }))
  const startOf = startIn(step.parts)
  const ranges = days.map(({ range }) => range)
  const factsOnce = memoizeByObject((facts: EarningFacts) => factsIn(facts, instants(month)))
  const feesOnce = memoizeByObject((facts: EarningFacts) => feesIn(facts, ranges))
  const placesOf = partsOfUsage(step)
  return (whole) => {
    const earner = { ...whole, facts: factsOnce(whole.facts) }
    const place = placeOf(earner)
    for (const [at, { start }] of days.entries()) {
      addFees({ earner, fees: feesOnce(earner.facts)[at] ?? [], day: start, put, place })
    }
    const used = placesOf(earner).flatMap((at) => days[at] ?? [])
    for (const day of used) addUsage({ earner, day, put, place })
    const claims = claimsIn(earner.facts, instants(month))
    addRealised({ earner, claims, month, days: used, put, place })
    addOwnedWork({ earner, claims, month, put, place, startOf })
  }
}

type Own = { earner: EarnerUsage; put: EarnedDaysSink; place: EarnerPlace }

function addFees({
  earner,
  fees,
  day,
  put,
  place,
}: Own & { fees: readonly FeeEarning[]; day: number }): void {
  for (const { kind, strategyId: sourceId, amount: earned, line } of fees) {
    const [billing] = line ? earner.billingsOf(line) : []
    const invoiced = billing ? earned : ZERO
    const figures = { earned, invoiced, realised: earned, realisedInvoiced: invoiced }
    put({ ...place, kind, sourceId, signalId: NO_ID }, day, figures, billing?.on)
  }
}

type Day = { start: number; range: Range }

function addUsage({ earner, day: { start, range }, put, place }: Own & { day: Day }): void {
  const { facts, quantityIn, billingsOf } = earner
  for (const one of usageEarningsOf(facts, range, quantityIn)) {
    const { kind, strategyId: sourceId, signalId, quantity, amount: earned } = one
    put({ ...place, kind, sourceId, signalId: signalId ?? NO_ID }, start, { quantity, earned })
  }
  for (const { line, on, amount } of invoicedByBilling(earner, range, billingsOf)) {
    const { strategyId: sourceId, signalId } = line
    put({ ...place, kind: 'usage', sourceId, signalId }, start, { invoiced: amount }, on)
  }
}

function placeOf({ subscription }: EarnerUsage): EarnerPlace {
  const { id: subscriptionId, customerId, planId, agentId, currency } = subscription
  return { customerId, subscriptionId, planId, agentId, currency }
}
