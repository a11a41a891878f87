import type { MoneyValue } from '../values/money.ts'
import type { SeriesColor } from './series-colors.ts'

/** What a chart draws as one line, and how its figures are written. */
export type Series = {
  key: string
  label: string
  color: SeriesColor
  format: (value: MoneyValue) => string
  /** Of the time before, drawn as a dashed line: each point where the present one of its place is. */
  isBefore?: boolean
}

/** What picking a series does; of one that cannot be picked, nothing. */
export type Picking = (key: string) => (() => void) | undefined

/** One place on the axis. A value of null is unknown: a gap, which is not zero. */
export type Point = {
  at: string
  values: Readonly<Record<string, MoneyValue | null>>
  /** How many of what the figure is made of are missing in it. */
  lacking?: number
}

/** The key of the line of the time before. */
const BEFORE = 'before'

export const beforeSeries = (format: Series['format']): Series => ({
  key: BEFORE,
  label: 'Previous period',
  color: 'other',
  format,
  isBefore: true,
})

/** The same points with what was at each place in the time before; without it, as they are. */
export function withBefore(
  points: readonly Point[],
  earlier: readonly (MoneyValue | null)[] | undefined,
): readonly Point[] {
  if (earlier === undefined) return points
  return points.map((point, index) => ({
    ...point,
    values: { ...point.values, [BEFORE]: earlier[index] ?? null },
  }))
}

/** A figure of a series as text; what is unknown says so. */
export function textAt({ values }: Point, { key, format }: Series): string {
  const value = values[key]
  return value === undefined || value === null ? 'Unknown' : format(value)
}
