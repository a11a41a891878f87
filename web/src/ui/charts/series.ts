import type { MoneyValue } from '../values/money.ts'
import type { SeriesColor } from './series-colors.ts'

/** What a chart draws as one line, and how its figures are written. */
export type Series = {
  key: string
  label: string
  color: SeriesColor
  format: (value: MoneyValue) => string
}

/** One place on the axis. A value of null is unknown: a gap, which is not zero. */
export type Point = {
  at: string
  values: Readonly<Record<string, MoneyValue | null>>
  /** How many of what the figure is made of are missing in it. */
  lacking?: number
}

/** A figure of a series as text; what is unknown says so. */
export function textAt({ values }: Point, { key, format }: Series): string {
  const value = values[key]
  return value === undefined || value === null ? 'Unknown' : format(value)
}
