import type { CostAnalytics } from '../../../api/api.gen.ts'
import type { Point, Series } from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { formatCost } from '../../../ui/values/money.ts'

const SERIES: readonly Series[] = [
  { key: 'cost', label: 'Cost', color: COLOR_OF.cost, format: (value) => formatCost(value) },
]

/** Days of which no event has a cost are gaps; what is missing stands in a strip of its own. */
export function CostByDay({ cost: { byDay } }: { cost: CostAnalytics }) {
  return (
    <SeriesChart
      name="Cost by day"
      series={SERIES}
      points={byDay.map(pointOf)}
      formatAt={formatDay}
      formatTick={formatDayShort}
      atLabel="Day"
      lacking="events without a cost"
      isTableBelow
    />
  )
}

function pointOf(day: CostAnalytics['byDay'][number]): Point {
  const isUnknown = day.eventCount > 0 && day.eventCount === day.uncostedEvents
  return {
    at: day.date,
    values: { cost: isUnknown ? null : day.totalCost },
    lacking: day.uncostedEvents,
  }
}
