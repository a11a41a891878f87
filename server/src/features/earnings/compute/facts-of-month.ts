import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { intersect, isBefore, isEmpty, type Range } from '../../../domain/time/range.ts'

/**
 * The same facts without the periods and lines that cannot matter for a window: without them, a day of a month is
 * not compared with the lines of all months. An invoice fixes the prices of its whole billing period, so the
 * lines of all periods that touch the window stay.
 */
export function factsIn(facts: EarningFacts, window: Range): EarningFacts {
  const periods = facts.periods.filter((period) => touches(period, window))
  const span = {
    start: earliest([window.start, ...periods.map(({ start }) => start)]),
    end: latest([window.end, ...periods.map(({ end }) => end)]),
  }
  const { invoiced, usage, fees, onetime } = facts.final
  const near = (one: Range) => touches(one, span)
  return {
    ...facts,
    periods,
    final: {
      invoiced: invoiced.filter(near),
      usage: usage.filter((line) => near(line) || near({ start: line.start, end: line.periodEnd })),
      fees: fees.filter(near),
      onetime,
    },
  }
}

/** An empty line touches the window that it lies in, or at whose end. */
function touches(one: Range, window: Range): boolean {
  if (!isEmpty(one)) return intersect(one, window) !== undefined
  return !isBefore(one.start, window.start) && !isBefore(window.end, one.start)
}

const earliest = (times: Temporal.Instant[]) => times.reduce((a, b) => (isBefore(b, a) ? b : a))
const latest = (times: Temporal.Instant[]) => times.reduce((a, b) => (isBefore(a, b) ? b : a))
