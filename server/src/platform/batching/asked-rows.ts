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

/** A column of what is asked for: its type in PostgreSQL, and where its values come from. */
export type AskedColumn<Item> = readonly [type: AskedType, read: (item: Item) => AskedValue]

/**
 * Items as the rows `asked` of a statement, each with its place among them as `nth`. They are one
 * parameter for each column, so that the statement is the same for any number of them.
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
  // A decimal's text is its digits.
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The rows that answer each item, in the order of the items; a row says which one by its `nth`. */
export function answersTo<Row extends { nth: string }>(
  items: readonly unknown[],
  rows: readonly Row[],
): Omit<Row, 'nth'>[][] {
  const answers = items.map((): Omit<Row, 'nth'>[] => [])
  for (const { nth, ...row } of rows) answers[Number(nth) - 1]?.push(row)
  return answers
}
