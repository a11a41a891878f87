import { amountNumber } from '../../domain/json-amount.ts'
import { type Decimal, decimalFromJsonNumber, sum, ZERO } from '../../domain/money.ts'
import { recordOf } from '../../platform/record-of.ts'

/**
 * Returns the difference between a table's total and its rows, by field. It uses the rounded
 * numbers as shown, so a table with its rest adds up exactly.
 */
export function restOf<const Field extends string>(
  fields: readonly Field[],
  total: Sums<Field>,
  rows: readonly Sums<Field>[],
): Record<Field, number> {
  return difference(fields, [total], rows)
}

/**
 * Like `restOf`, by currency. A currency may have several totals, or none if its rows sum to zero.
 */
export function restByCurrency<const Field extends string>(
  fields: readonly Field[],
  totals: readonly InCurrency<Field>[],
  rows: readonly InCurrency<Field>[],
): (Record<Field, number> & { currency: string })[] {
  const [totalsOf, rowsOf] = [totals, rows].map((all) => {
    return Map.groupBy(all, ({ currency }) => currency)
  })
  const currencies = [...new Set([...totals, ...rows].map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => ({
    ...difference(fields, totalsOf?.get(currency) ?? [], rowsOf?.get(currency) ?? []),
    currency,
  }))
}

type Sums<Field extends string> = Readonly<Record<Field, number>>

function difference<const Field extends string>(
  fields: readonly Field[],
  totals: readonly Sums<Field>[],
  rows: readonly Sums<Field>[],
): Record<Field, number> {
  const sumOf = (all: readonly Sums<Field>[], field: Field) =>
    sum(all.map((one) => shown(one[field])))
  return recordOf(fields, (field) => {
    return amountNumber(sumOf(totals, field).minus(sumOf(rows, field)))
  })
}

type InCurrency<Field extends string> = Sums<Field> & { currency: string }

function shown(value: number): Decimal {
  return value === 0 ? ZERO : (decimalFromJsonNumber(value) ?? ZERO)
}
