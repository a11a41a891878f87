import { add, type Decimal, decimal, isZero, ZERO } from '../../../domain/money.ts'
import { monthOf } from '../../../domain/time/range.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { dateText } from '../../usage-figures/window.ts'
import type { EarnedDays } from '../compute/day-figures.ts'
import { DECIMALS } from './packed-months.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * A row of `customer_invoiced_months`: what the invoices finalized on a UTC day billed of the days of a month.
 * Arrays are as PostgreSQL writes them.
 */
export type InvoicedMonth = {
  customerId: string
  month: string
  currency: string
  invoicedOn: string
  days: string
  until: string
}

type Sums = { row: EarnedDays; month: number; invoicedOn: number; days: Map<number, Decimal> }

/** Adds the invoiced amounts of customers up by month, currency and finalization, as running sums. */
export async function invoicedMonths(rows: readonly EarnedDays[]): Promise<InvoicedMonth[]> {
  const sums = new Map<string, Sums>()
  await mapInTurns(rows, (row) => {
    for (const { month, day, invoicedOn, amount } of roundedAmounts(row)) {
      const key = `${row.place.customerId}${month} ${invoicedOn}${row.place.currency}`
      const own = sums.get(key) ?? { row, month, invoicedOn, days: new Map<number, Decimal>() }
      sums.set(key, own)
      own.days.set(day, add(own.days.get(day) ?? ZERO, amount))
    }
  })
  return (await mapInTurns(sums.values(), invoicedMonth)).flat()
}

function invoicedMonth({ row, month, invoicedOn, days }: Sums): InvoicedMonth[] {
  const inOrder = [...days].filter(([, amount]) => !isZero(amount)).sort(([a], [b]) => a - b)
  if (inOrder.length === 0) return []
  let total = ZERO
  const until = inOrder.map(([, amount]) => {
    total = add(total, amount)
    return total.toFixed()
  })
  const { customerId, currency } = row.place
  return [
    {
      customerId,
      month: dateText(month),
      currency,
      invoicedOn: dateText(invoicedOn),
      days: `{${inOrder.map(([day]) => (day - month) / DAY_MS + 1).join(',')}}`,
      until: `{${until.join(',')}}`,
    },
  ]
}

/** Returns the amounts of a row by day: UTC midnights in epoch milliseconds. */
export function amountsOf({ month, days, until }: InvoicedMonth): [number, Decimal][] {
  const start = Date.parse(month)
  const sums = valuesOf(until).map(decimal)
  return valuesOf(days).map((day, at) => {
    const amount = (sums[at] ?? ZERO).minus(sums[at - 1] ?? ZERO)
    return [start + (Number(day) - 1) * DAY_MS, amount]
  })
}

const valuesOf = (array: string) => array.slice(1, -1).split(',')

type Amount = { month: number; day: number; invoicedOn: number; amount: Decimal }

/** The invoiced amounts of a place by day and finalization, rounded so that they add up to its kept amounts. */
function* roundedAmounts({ invoicedOn }: EarnedDays): Generator<Amount> {
  const inOrder = [...invoicedOn].sort(([a], [b]) => a - b)
  const days = new Set(inOrder.flatMap(([, own]) => [...own.keys()]))
  const months = Map.groupBy(
    [...days].sort((a, b) => a - b),
    monthOf,
  )
  for (const [month, own] of months) {
    const ofMonth = inOrder.filter(([, amounts]) => own.some((day) => amounts.has(day)))
    yield* roundedIn(month, own, ofMonth)
  }
}

/**
 * Each amount is a difference of rounded sums of everything until a day and a finalization. So the sum over all
 * finalizations is exactly the kept amount of the day, see `packMonths`, and the sum until any of them differs from
 * the exact one by less than one unit of the last kept decimal.
 */
function* roundedIn(
  month: number,
  days: readonly number[],
  finalizations: readonly (readonly [number, ReadonlyMap<number, Decimal>])[],
): Generator<Amount> {
  const exact = finalizations.map(() => ZERO)
  const kept = finalizations.map(() => ZERO)
  for (const day of days) {
    let [total, totalBefore] = [ZERO, ZERO]
    for (const [at, [invoicedOn, amounts]] of finalizations.entries()) {
      exact[at] = add(exact[at] ?? ZERO, amounts.get(day) ?? ZERO)
      total = add(total, exact[at])
      const rounded = total.round(DECIMALS)
      const until = rounded.minus(totalBefore)
      const amount = until.minus(kept[at] ?? ZERO)
      totalBefore = rounded
      kept[at] = until
      if (!isZero(amount)) yield { month, day, invoicedOn, amount }
    }
  }
}
