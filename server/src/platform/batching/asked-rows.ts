import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'

export type AskedType =
  | 'uuid'
  | 'text'
  | 'timestamptz'
  | 'boolean'
  | 'integer'
  | 'numeric'
  | 'jsonb'

type AskedValue = string | number | boolean | Date | Decimal | null

/**
 * A column of the parameters: its PostgreSQL type, and a function that reads its value from an
 * item.
 */
export type AskedColumn<Item> = readonly [type: AskedType, read: (item: Item) => AskedValue]

/**
 * Renders items as the rows `asked` of a statement, each with its position as `nth`. Each column is
 * one array parameter, so that the statement text does not depend on the number of items.
 */
export function askedRows<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, AskedColumn<Item>>>,
): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(
    ([type, read]) => sql`${items.map((item) => textOf(read(item)))}::${sql.raw(type)}[]`,
  )
  const names = [...Object.keys(columns), 'nth'].map((name) => sql.ref(name))
  return sql`unnest(${sql.join(arrays)}) with ordinality as asked (${sql.join(names)})`
}

function textOf(value: AskedValue): string | null {
  if (value === null) return null
  // The text of a Decimal is its plain digits.
  return value instanceof Date ? value.toISOString() : String(value)
}

/**
 * Groups rows by the item that they answer, in the order of the items. `nth` is the position of the
 * item.
 */
export function answersTo<Row extends { nth: string }>(
  items: readonly unknown[],
  rows: readonly Row[],
): Omit<Row, 'nth'>[][] {
  const answers = items.map((): Omit<Row, 'nth'>[] => [])
  for (const { nth, ...row } of rows) answers[Number(nth) - 1]?.push(row)
  return answers
}
