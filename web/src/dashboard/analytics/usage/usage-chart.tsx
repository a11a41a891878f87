import type { UsageAnalytics } from '../../../api/api-types.ts'
import {
  beforeSeries,
  type Fact,
  type Opening,
  type Point,
  type Series,
  withBefore,
} from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { colorsOf } from '../../../ui/charts/series-colors.ts'
import { totalFacts } from '../../../ui/charts/total-facts.ts'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { dimensionLabels } from '../../figures/dimension-labels.ts'
import { MEASURES, type Measure } from './usage-texts.ts'

type Breakdown = NonNullable<UsageAnalytics['dimensionBreakdown']>
type Props = {
  usage: UsageAnalytics
  before: UsageAnalytics | undefined
  measure: Measure
  adverb: string
  atLabel: string
  /** Filters by one of the names. */
  onPick: (id: string) => void
  onOpen: Opening
}

const REST = 'other'

/**
 * Stacks the names with the most events, and all others on top, so that the chart shows the total.
 */
export function UsageChart({ usage, before, measure, onPick, ...props }: Props) {
  const breakdown = usage.dimensionBreakdown
  if (breakdown === undefined) return null
  const series = seriesOf(breakdown, dimensionLabels(usage))
  const isNamed = (key: string) => breakdown.summary.some(({ dimensionId }) => dimensionId === key)
  const earlier = before?.timeSeriesData.map((bucket) => countOf(bucket, measure))
  return (
    <SeriesChart
      name={`${MEASURES[measure]} ${props.adverb}`}
      kind="stacked"
      unit={MEASURES[measure]}
      onOpen={props.onOpen}
      series={before === undefined ? series : [...series, beforeSeries({ format: formatCount })]}
      points={withBefore(pointsOf(usage, breakdown, measure), earlier)}
      onPick={(key) => (isNamed(key) ? () => onPick(key) : undefined)}
      formatAt={formatDay}
      formatTick={formatDayShort}
      atLabel={props.atLabel}
      isTableBelow
    />
  )
}

function seriesOf({ summary, hasMore }: Breakdown, labels: Map<string, string>): Series[] {
  const colors = colorsOf(summary.map(({ dimensionId }) => dimensionId))
  const named = summary.map(
    ({ dimensionId, dimensionName }): Series => ({
      key: dimensionId,
      label: labels.get(dimensionId) ?? dimensionName,
      color: colors.get(dimensionId) ?? '1',
      format: formatCount,
    }),
  )
  const rest: Series = { key: REST, label: 'All others', color: 'other', format: formatCount }
  return hasMore ? [...named, rest] : named
}

type Counted = { eventCount: number; totalQuantity: number }
const countOf = ({ eventCount, totalQuantity }: Counted, measure: Measure) =>
  measure === 'events' ? eventCount : totalQuantity

function pointsOf(
  { timeSeriesData }: UsageAnalytics,
  { timeline, rest, hasMore }: Breakdown,
  measure: Measure,
): Point[] {
  const read = (row: Counted) => countOf(row, measure)
  const shares = new Map(timeSeriesData.map((row) => [row.date, row]))
  const byDay = Map.groupBy(timeline, ({ date }) => date)
  return rest.map((others): Point => {
    const values = (byDay.get(others.date) ?? []).map((row) => [row.dimensionId, read(row)])
    const all = hasMore ? [...values, [REST, read(others)]] : values
    const facts = factsOf(shares.get(others.date), measure)
    return { at: others.date, values: Object.fromEntries(all), facts }
  })
}

type Bucket = UsageAnalytics['timeSeriesData'][number]

/** The total of a day, and its share of the window. */
function factsOf(bucket: Bucket | undefined, measure: Measure): Fact[] {
  if (bucket === undefined) return []
  const percent = measure === 'events' ? bucket.eventPercent : bucket.quantityPercent
  const unit = MEASURES[measure].toLowerCase()
  return totalFacts({ total: countOf(bucket, measure), unit, percent })
}
