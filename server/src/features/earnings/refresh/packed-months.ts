import { add, decimal, decimalsOf, isZero, ZERO } from '../../../domain/money.ts'
import { monthOf } from '../../../domain/time/range.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { dateText } from '../../usage-figures/window.ts'
import { type DayFigures, type EarnedDays, NO_FIGURES, type Place } from '../compute/day-figures.ts'

const DAY_MS = 24 * 60 * 60_000

/** Decimals of kept amounts. Fees that are spread by day have more. */
export const DECIMALS = 16

/** The amounts of a day, in the order of the columns. */
export const AMOUNTS = [
  'quantity',
  'earned',
  'invoiced',
  'realised',
  'realisedInvoiced',
  'cost',
] as const
const COUNTS = ['eventCount', 'uncostedEvents'] as const

/** A row of `earned_months`: arrays as PostgreSQL writes them, null where all values are zero. */
export type PackedMonth = {
  place: Place
  month: string
  /** Days of the month, from 1. */
  days: string
  amounts: (string | null)[]
  counts: (string | null)[]
  /** The sums of the amounts and counts over the days, null where all values are zero. */
  totals: (string | null)[]
}

/** The figures of a month by day, UTC midnights in epoch milliseconds, rounded as they are kept. */
export type KeptFigures = readonly (readonly [number, DayFigures])[]

/** A packed month with the figures that `unpackMonth` returns of it. */
export type KeptMonth = PackedMonth & { figures: KeptFigures }

/** Packs the days of each place by month. */
export async function packMonths(rows: readonly EarnedDays[]): Promise<KeptMonth[]> {
  const packed = await mapInTurns(rows, ({ place, days }) => {
    const inOrder = [...days].sort(([a], [b]) => a - b)
    const months = Map.groupBy(inOrder, ([day]) => monthOf(day))
    return Array.from(months, ([month, own]) => packMonth(place, month, own))
  })
  return packed.flat()
}

function packMonth(
  place: Place,
  month: number,
  days: readonly (readonly [number, DayFigures])[],
): KeptMonth {
  const figures = days.map(([day, one]): [number, DayFigures] => [day, { ...one }])
  const amounts = AMOUNTS.map((field) => packAmounts(figures, field))
  const counts = COUNTS.map((field) => packCounts(figures.map(([, one]) => one[field])))
  return {
    place,
    month: dateText(month),
    days: `{${days.map(([day]) => (day - month) / DAY_MS + 1).join(',')}}`,
    amounts: amounts.map(({ values }) => values),
    counts: counts.map(({ values }) => values),
    totals: [...amounts, ...counts].map(({ total }) => total),
    figures,
  }
}

/** An array as PostgreSQL writes it, and its sum. */
type Packed = { values: string | null; total: string | null }

const NOTHING: Packed = { values: null, total: null }

/**
 * Rounds an amount of each day, and packs it. Each is the difference of two rounded running sums. So the sum of any days
 * differs from the exact one by less than one unit of the last kept decimal.
 */
function packAmounts(figures: KeptFigures, field: (typeof AMOUNTS)[number]): Packed {
  if (figures.every(([, one]) => isZero(one[field]))) return NOTHING
  let exact = ZERO
  let kept = ZERO
  const texts = figures.map(([, one]) => {
    exact = add(exact, one[field])
    const rounded = decimalsOf(exact) <= DECIMALS ? exact : exact.round(DECIMALS)
    one[field] = rounded.minus(kept)
    kept = rounded
    return one[field].toFixed()
  })
  return { values: `{${texts.join(',')}}`, total: kept.toFixed() }
}

function packCounts(counts: readonly number[]): Packed {
  if (counts.every((count) => count === 0)) return NOTHING
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { values: `{${counts.join(',')}}`, total: String(total) }
}

/** Returns the days of a packed month as they are kept, by UTC midnight in epoch milliseconds. */
export function unpackMonth({ month, days, amounts, counts }: PackedMonth): KeptFigures {
  const start = Date.parse(month)
  const columns = amounts.map((text) => text && valuesOf(text))
  const counted = counts.map((text) => text && valuesOf(text))
  return valuesOf(days).map((day, at) => {
    const figures = { ...NO_FIGURES }
    for (const [index, field] of AMOUNTS.entries()) {
      const text = columns[index]?.[at]
      if (text !== undefined) figures[field] = decimal(text)
    }
    for (const [index, field] of COUNTS.entries()) {
      const text = counted[index]?.[at]
      if (text !== undefined) figures[field] = Number(text)
    }
    return [start + (Number(day) - 1) * DAY_MS, figures]
  })
}

const valuesOf = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','))
