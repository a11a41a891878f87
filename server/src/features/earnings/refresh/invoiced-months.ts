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
    const { customerId, currency } = row.place
    for (const [month, finalizations] of amountsByMonth(row)) {
      for (const [invoicedOn, amounts] of rounded(finalizations)) {
        const key = `${customerId}${month} ${invoicedOn}${currency}`
        const { days } = sums.get(key) ?? { days: new Map<number, Decimal>() }
        sums.set(key, { row, month, invoicedOn, days })
        for (const [day, amount] of amounts) days.set(day, add(days.get(day) ?? ZERO, amount))
      }
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

/** The amounts of the days of a month that were invoiced on a day. */
type Finalization = readonly [invoicedOn: number, amounts: ReadonlyMap<number, Decimal>]

/** The invoiced amounts of a place by month and finalization, the earliest first. */
function amountsByMonth({ invoicedOn }: EarnedDays): Map<number, Finalization[]> {
  const months = new Map<number, Finalization[]>()
  for (const [on, amounts] of [...invoicedOn].sort(([a], [b]) => a - b)) {
    for (const [month, own] of Map.groupBy(amounts, ([day]) => monthOf(day))) {
      const known = months.get(month) ?? []
      months.set(month, known)
      known.push([on, new Map(own)])
    }
  }
  return months
}

/**
 * Rounds amounts so that the sum over all finalizations is exactly the kept amount of a day, see `packMonths`. Each
 * amount is a difference of rounded sums of everything until a day and a finalization. So the sum until any of them
 * differs from the exact one by less than one unit of the last kept decimal.
 */
function rounded(finalizations: readonly Finalization[]): readonly Finalization[] {
  const isExact = finalizations.every(([, amounts]) =>
    [...amounts.values()].every((amount) => amount.decimals <= DECIMALS),
  )
  if (isExact) return finalizations
  const days = new Set(finalizations.flatMap(([, amounts]) => [...amounts.keys()]))
  const sums = finalizations.map(([on, amounts]) => {
    return { on, amounts, exact: ZERO, kept: ZERO, rounded: new Map<number, Decimal>() }
  })
  for (const day of [...days].sort((a, b) => a - b)) {
    let [total, totalBefore] = [ZERO, ZERO]
    for (const one of sums) {
      one.exact = add(one.exact, one.amounts.get(day) ?? ZERO)
      total = add(total, one.exact)
      const totalAfter = total.round(DECIMALS)
      const until = totalAfter.minus(totalBefore)
      one.rounded.set(day, until.minus(one.kept))
      one.kept = until
      totalBefore = totalAfter
    }
  }
  return sums.map((one) => [one.on, one.rounded])
}
