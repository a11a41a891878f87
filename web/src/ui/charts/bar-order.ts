import { useState } from 'react'

/** A column by its position, and the direction. */
export type BarOrder = { column: number; isUp: boolean }

type Sortable = { sorts?: readonly (number | null)[] }

/** Sorts rows by a column; the first click on a column puts its largest figure first. */
export function useBarOrder<Row extends Sortable>(
  given: readonly Row[],
  sortedBy: BarOrder | undefined,
) {
  const [chosen, setChosen] = useState<BarOrder>()
  const order = chosen ?? sortedBy
  return {
    rows: chosen === undefined ? given : inOrder(given, chosen),
    order,
    sortBy: (column: number) =>
      setChosen({ column, isUp: order?.column === column && !order.isUp }),
  }
}

/** Unknown figures, and rows without figures, stay at the end in both directions. */
export function inOrder<Row extends Sortable>(
  rows: readonly Row[],
  { column, isUp }: BarOrder,
): Row[] {
  const sign = isUp ? 1 : -1
  return rows.toSorted((a, b) => {
    if (a.sorts === undefined || b.sorts === undefined) {
      return Number(a.sorts === undefined) - Number(b.sorts === undefined)
    }
    const [first, second] = [a.sorts[column] ?? null, b.sorts[column] ?? null]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return sign * (first - second)
  })
}
