import type { UsageAnalytics } from '../../../api/api.gen.ts'
import type { Point, Series } from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { colorsOf } from '../../../ui/charts/series-colors.ts'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { MEASURES, type Measure } from './usage-texts.ts'

type Breakdown = NonNullable<UsageAnalytics['dimensionBreakdown']>
type Props = { usage: UsageAnalytics; measure: Measure; adverb: string; atLabel: string }

const REST = 'other'

/** Those with the most events, stacked, and all others on top: together they are all of it. */
export function UsageChart({ usage, measure, adverb, atLabel }: Props) {
  const breakdown = usage.dimensionBreakdown
  if (breakdown === undefined) return null
  return (
    <SeriesChart
      name={`${MEASURES[measure]} ${adverb}`}
      kind="stacked"
      series={seriesOf(breakdown)}
      points={pointsOf(breakdown, measure)}
      formatAt={formatDay}
      formatTick={formatDayShort}
      atLabel={atLabel}
      isTableBelow
    />
  )
}

function seriesOf({ summary, hasMore }: Breakdown): Series[] {
  const colors = colorsOf(summary.map(({ dimensionId }) => dimensionId))
  const named = summary.map(
    ({ dimensionId, dimensionName }): Series => ({
      key: dimensionId,
      label: dimensionName,
      color: colors.get(dimensionId) ?? '1',
      format: formatCount,
    }),
  )
  const rest: Series = { key: REST, label: 'All others', color: 'other', format: formatCount }
  return hasMore ? [...named, rest] : named
}

function pointsOf({ timeline, rest, hasMore }: Breakdown, measure: Measure): Point[] {
  const read = (row: Breakdown['rest'][number]) =>
    measure === 'events' ? row.eventCount : row.totalQuantity
  const byDay = Map.groupBy(timeline, ({ date }) => date)
  return rest.map((others): Point => {
    const values = (byDay.get(others.date) ?? []).map((row) => [row.dimensionId, read(row)])
    const all = hasMore ? [...values, [REST, read(others)]] : values
    return { at: others.date, values: Object.fromEntries(all) }
  })
}
