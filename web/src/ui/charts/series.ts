import { formatCost, formatRounded, type MoneyValue, plainDecimal } from '../values/money.ts'
import type { SeriesColor } from './series-colors.ts'

/** A line of a chart, and the format of its figures. */
export type Series = {
  key: string
  label: string
  color: SeriesColor
  /** Exact. */
  format: (value: MoneyValue) => string
  /** For a table, if the exact figure has too many digits. */
  formatShort?: (value: MoneyValue) => string
  /**
   * True for the previous period: a dashed line, with points at the positions of the current ones.
   */
  isBefore?: boolean
}

/** Returns the action of picking a series; undefined if it cannot be picked. */
export type Picking = (key: string) => (() => void) | undefined

/** Opens what a point consists of, and says so in the tooltip. */
export type Opening = { open: (at: string) => void; hint: string }

/** A position on the axis. A null value is unknown and drawn as a gap, not as zero. */
export type Point = {
  at: string
  values: Readonly<Record<string, MoneyValue | null>>
  /** Number of items missing from the figure. */
  missingCount?: number
  /** Further figures for the tooltip, such as the share of a day. */
  facts?: readonly Fact[]
  /** Key of the series on which a dot marks the point; its facts say why. */
  markOn?: string
}

export type Fact = { label: string; text: string }

/** Key of the line for the previous period. */
const BEFORE = 'before'

export const beforeSeries = (formats: Pick<Series, 'format' | 'formatShort'>): Series => ({
  key: BEFORE,
  label: 'Previous period',
  color: 'other',
  ...formats,
  isBefore: true,
})

/**
 * Adds the values of the previous period by position; returns the points unchanged without them.
 */
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

/** Formats of money: exact, and with the decimals of the currency. */
export const moneyFormats = (currency: string) => ({
  format: (value: MoneyValue) => formatCost(value, currency),
  formatShort: (value: MoneyValue) => formatRounded(value, currency),
})

/** Formats a figure of a series exactly; an unknown one is "Unknown". */
export const textAt = (point: Point, series: Series) => textIn(point, series, series.format)

/** Returns a figure of a series as the clipboard has it; undefined if it is unknown. */
export function exactAt({ values }: Point, { key }: Series): string | undefined {
  const value = values[key]
  return value === undefined || value === null ? undefined : plainDecimal(value)
}

/** Formats a figure of a series for a table. */
export const shortTextAt = (point: Point, series: Series) =>
  textIn(point, series, series.formatShort ?? series.format)

function textIn({ values }: Point, { key }: Series, format: Series['format']): string {
  const value = values[key]
  return value === undefined || value === null ? 'Unknown' : format(value)
}
