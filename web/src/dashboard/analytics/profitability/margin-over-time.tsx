import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { profitabilityOf } from '../../../api/analytics.ts'
import type { Profitability } from '../../../api/api-types.ts'
import type { Point, Series } from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { shareFact } from '../../../ui/charts/share-fact.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { formatCost } from '../../../ui/values/money.ts'
import { useDayEvents } from '../../figures/use-day-events.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { ProfitabilitySearch } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { given } from '../frame/given.ts'
import type { Days } from '../frame/use-window.ts'

const NAME = 'Realised margin by day'
const HEIGHT = 260
/** Days of which the service lists each one. */
const DAYS_MAX = 1_000

type Props = { days: Days; of: Pick<ProfitabilitySearch, 'customerId' | 'agentId'> }

/** Realised amount, cost and realised margin by day, in the currency of the costs. */
export default function MarginOverTime({ days, of }: Props) {
  const { slug } = useOrganization()
  const query = useQuery({
    ...profitabilityOf(slug, { ...days, ...given(of), groupBy: 'day', top: DAYS_MAX }),
    placeholderData: keepPreviousData,
  })
  const onOpen = useDayEvents(given(of))
  return (
    <Panel title={NAME} about="In USD, UTC days">
      <Loaded query={query} height={HEIGHT}>
        {(profit) => {
          const points = pointsOf(profit)
          if (points.length === 0) return <Text c="dimmed">{NOTHING}</Text>
          return (
            <SeriesChart
              name={NAME}
              unit="USD"
              onOpen={onOpen}
              series={SERIES}
              points={points}
              formatAt={formatDay}
              formatTick={formatDayShort}
              atLabel="Day"
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}

const inDollars = (value: string | number) => formatCost(value)
const SERIES: readonly Series[] = [
  { key: 'margin', label: 'Realised margin', color: '3', format: inDollars },
  { key: 'revenue', label: 'Realised', color: COLOR_OF.revenue, format: inDollars },
  { key: 'cost', label: 'Cost', color: COLOR_OF.cost, format: inDollars },
]

/** Days in order; none if the revenue is in another currency, or in several. */
function pointsOf({ byKey, totals }: Profitability): Point[] {
  if (totals.some(({ currency }) => currency !== 'USD')) return []
  return byKey
    .flatMap(({ key, margin, revenue, cost, revenuePercent, costPercent }) => {
      const facts = [
        ...shareFact('Share of the realised amount', revenuePercent),
        ...shareFact('Share of the cost', costPercent),
      ]
      return key === null ? [] : [{ at: key, values: { margin, revenue, cost }, facts }]
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}
