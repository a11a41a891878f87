import { formatCount } from '../values/money.ts'
import { type Point, type Series, textAt } from './series.ts'

type Drawn = {
  series: readonly Series[]
  points: readonly Point[]
  formatAt: (at: string) => string
  /** Label of `missingCount`, such as "events without a cost". */
  missingLabel?: string | undefined
}

/** Returns a text summary of a chart for screen readers, from the figures of its points. */
export function summaryOf({ series, points, formatAt, missingLabel }: Drawn): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return 'No data.'
  const times = `From ${formatAt(first.at)} to ${formatAt(last.at)}.`
  const missing = points.filter((point) => (point.missingCount ?? 0) > 0)
  const gaps = missing.map(
    (point) => `${formatAt(point.at)}: ${formatCount(point.missingCount ?? 0)}`,
  )
  const note =
    missingLabel && gaps.length > 0 ? [`Not included: ${missingLabel} (${gaps.join(', ')}).`] : []
  return [times, ...series.map((one) => sentenceOf(one, points, formatAt)), ...note].join(' ')
}

function sentenceOf(series: Series, points: readonly Point[], formatAt: Drawn['formatAt']): string {
  const known = points.filter(({ values }) => (values[series.key] ?? null) !== null)
  const [start] = known
  if (start === undefined) return `${series.label}: unknown.`
  // Numbers are used only to find the highest figure.
  const sizeOf = (point: Point) => Number(point.values[series.key])
  const highest = known.reduce(
    (best, point) => (sizeOf(point) > sizeOf(best) ? point : best),
    start,
  )
  const lowest = known.reduce((best, point) => (sizeOf(point) < sizeOf(best) ? point : best), start)
  if (sizeOf(highest) === sizeOf(lowest))
    return `${series.label}: ${textAt(start, series)} throughout.`
  return `${series.label}: highest ${textAt(highest, series)} (${formatAt(highest.at)}), lowest ${textAt(lowest, series)}.`
}
