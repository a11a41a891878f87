import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Overview, OverviewBucket } from '../../../api/api-types.ts'
import { type Days, overviewQuery } from '../../../api/figures.ts'
import { moneyFormats, type Point, type Series } from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { AsOf } from '../../figures/as-of.tsx'
import { groupingOf, UNITS } from '../../figures/grouping.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { FourFigures } from './four-figures.tsx'

const HEIGHT = 440

/** Revenue and cost over time. */
export function Earnings({ days }: { days: Days }) {
  const { slug } = useOrganization()
  const groupBy = groupingOf(days)
  const query = useQuery({
    ...overviewQuery(slug, { ...days, groupBy }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} height={HEIGHT}>
      {(overview) => (
        <>
          <AsOf asOf={overview.asOf} receivedAt={query.dataUpdatedAt} />
          <FourFigures overview={overview} />
          <ByTime overview={overview} />
        </>
      )}
    </Loaded>
  )
}

function ByTime({ overview: { currency, buckets, groupBy } }: { overview: Overview }) {
  const { adverb, label } = UNITS[groupBy]
  const name = currency === null ? `Cost ${adverb}` : `Revenue and cost ${adverb}`
  return (
    <Panel title={name} about={aboutOf(currency, label)}>
      <SeriesChart
        name={name}
        series={seriesOf(currency)}
        points={buckets.map(pointOf)}
        formatAt={formatDay}
        formatTick={formatDayShort}
        atLabel={label}
        missingLabel="events without a cost"
      />
      {currency === null && (
        <Text size="xs" c="dimmed">
          Revenue in different currencies is never added.
        </Text>
      )}
    </Panel>
  )
}

function aboutOf(currency: string | null, label: string): string {
  const money =
    currency === null || currency === 'USD' ? 'In USD' : `Revenue in ${currency}, cost in USD`
  return `${money}, ${label === 'Day' ? 'UTC days' : `${label.toLowerCase()}s of UTC days`}`
}

function seriesOf(currency: string | null): Series[] {
  const cost: Series = {
    key: 'cost',
    label: 'Cost',
    color: COLOR_OF.cost,
    ...moneyFormats('USD'),
  }
  if (currency === null) return [cost]
  const revenue: Series = {
    key: 'revenue',
    label: 'Revenue',
    color: COLOR_OF.revenue,
    ...moneyFormats(currency),
  }
  return [revenue, cost]
}

/** Converts a bucket to a point; its cost is null if no event has a cost. */
function pointOf({ date, revenue, cost, eventCount, uncostedEvents }: OverviewBucket): Point {
  const isUnknown = eventCount > 0 && eventCount === uncostedEvents
  return {
    at: date,
    values: { revenue, cost: isUnknown ? null : cost },
    missingCount: uncostedEvents,
  }
}
