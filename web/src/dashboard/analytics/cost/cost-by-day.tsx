import type { CostAnalytics } from '../../../api/api-types.ts'
import {
  beforeSeries,
  moneyFormats,
  type Point,
  type Series,
  withBefore,
} from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { shareFact } from '../../../ui/charts/share-fact.ts'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { type EventsOf, useDayEvents } from '../../figures/use-day-events.ts'

const SERIES: readonly Series[] = [
  { key: 'cost', label: 'Cost', color: COLOR_OF.cost, ...moneyFormats('USD') },
]

const BEFORE = beforeSeries(moneyFormats('USD'))

type Props = { cost: CostAnalytics; before: CostAnalytics | undefined; of: EventsOf }
type Day = CostAnalytics['byDay'][number]

/**
 * Cost by day. A day on which no event has a cost is a gap; a separate strip shows missing costs.
 */
export function CostByDay({ cost: { byDay }, before, of }: Props) {
  const onOpen = useDayEvents(of)
  const earlier = before?.byDay.map(costOn)
  return (
    <SeriesChart
      name="Cost by day"
      unit="USD"
      onOpen={onOpen}
      series={earlier === undefined ? SERIES : [...SERIES, BEFORE]}
      points={withBefore(byDay.map(pointOf), earlier)}
      formatAt={formatDay}
      formatTick={formatDayShort}
      atLabel="Day"
      missingLabel="events without a cost"
      isTableBelow
    />
  )
}

const costOn = ({ eventCount, uncostedEvents, totalCost }: Day) =>
  eventCount > 0 && eventCount === uncostedEvents ? null : totalCost

function pointOf(day: Day): Point {
  return {
    at: day.date,
    values: { cost: costOn(day) },
    missingCount: day.uncostedEvents,
    facts: shareFact('Share of the cost', day.costPercent),
  }
}
