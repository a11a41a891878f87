import { add, type Decimal, decimal, isZero, ZERO } from '../../../domain/money.ts'
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
  const exact = days.map(([, one]) => one)
  const earned = packAmounts(exact.map((one) => one.earned))
  const invoiced = packAmounts(exact.map((one) => one.invoiced))
  // Fees are realised as they are earned and invoiced.
  const isFee = exact.every(
    (one) => one.realised === one.earned && one.realisedInvoiced === one.invoiced,
  )
  const packed = {
    quantity: packAmounts(exact.map((one) => one.quantity)),
    earned,
    invoiced,
    realised: isFee ? earned : packAmounts(exact.map((one) => one.realised)),
    realisedInvoiced: isFee ? invoiced : packAmounts(exact.map((one) => one.realisedInvoiced)),
    cost: packAmounts(exact.map((one) => one.cost)),
  }
  const amounts = AMOUNTS.map((field) => packed[field])
  const counts = COUNTS.map((field) => packCounts(exact.map((one) => one[field])))
  return {
    place,
    month: dateText(month),
    days: `{${days.map(([day]) => (day - month) / DAY_MS + 1).join(',')}}`,
    amounts: amounts.map(({ text }) => text),
    counts: counts.map(({ text }) => text),
    totals: [...amounts, ...counts].map(({ total }) => total),
    figures: days.map(([day, { eventCount, uncostedEvents }], at) => [
      day,
      {
        quantity: packed.quantity.values[at] ?? ZERO,
        earned: packed.earned.values[at] ?? ZERO,
        invoiced: packed.invoiced.values[at] ?? ZERO,
        realised: packed.realised.values[at] ?? ZERO,
        realisedInvoiced: packed.realisedInvoiced.values[at] ?? ZERO,
        cost: packed.cost.values[at] ?? ZERO,
        eventCount,
        uncostedEvents,
      },
    ]),
  }
}

/** An array as PostgreSQL writes it, and its sum; null where all values are zero. */
type Packed = { text: string | null; total: string | null }

/**
 * Rounds amounts, and packs them. Each is the difference of two rounded running sums. So the sum of any days differs from
 * the exact one by less than one unit of the last kept decimal. Without `values`, all are zero.
 */
function packAmounts(amounts: readonly Decimal[]): Packed & { values: readonly Decimal[] } {
  if (amounts.every(isZero)) return { text: null, total: null, values: [] }
  let exact = ZERO
  let kept = ZERO
  const values = amounts.map((amount) => {
    exact = add(exact, amount)
    const rounded = exact.round(DECIMALS)
    const own = rounded.minus(kept)
    kept = rounded
    return own
  })
  const text = `{${values.map((value) => value.toFixed()).join(',')}}`
  return { text, total: kept.toFixed(), values }
}

function packCounts(counts: readonly number[]): Packed {
  if (counts.every((count) => count === 0)) return { text: null, total: null }
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { text: `{${counts.join(',')}}`, total: String(total) }
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
