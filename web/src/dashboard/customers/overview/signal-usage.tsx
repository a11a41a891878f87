import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UsageAnalytics } from '../../../api/api-types.ts'
import { customerUsageQuery } from '../../../api/customers.ts'
import type { Point } from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { colorsOf } from '../../../ui/charts/series-colors.ts'
import { totalFacts } from '../../../ui/charts/total-facts.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { dimensionLabels } from '../../figures/dimension-labels.ts'
import { useDayEvents } from '../../figures/use-day-events.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

const NAME = 'Usage by signal and day'
const HEIGHT = 260

type Breakdown = NonNullable<UsageAnalytics['dimensionBreakdown']>

/** Usage of each signal by day. */
export function SignalUsage() {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const query = useQuery(customerUsageQuery(slug, id))
  return (
    <Panel title={NAME} about="Units, UTC days">
      <Loaded query={query} height={HEIGHT}>
        {({ dimensionBreakdown, metadata, timeSeriesData }) =>
          dimensionBreakdown === undefined || dimensionBreakdown.summary.length === 0 ? (
            <Text c="dimmed">No usage in the last 30 days.</Text>
          ) : (
            <Signals
              breakdown={dimensionBreakdown}
              labels={dimensionLabels({ dimensionBreakdown, metadata })}
              days={timeSeriesData}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

type Props = {
  breakdown: Breakdown
  labels: Map<string, string>
  days: UsageAnalytics['timeSeriesData']
}

function Signals({ breakdown: { summary, timeline, hasMore }, labels, days }: Props) {
  const { id } = useCustomer()
  const onOpen = useDayEvents({ customerId: id })
  const colors = colorsOf(summary.map(({ dimensionId }) => dimensionId))
  const byDay = Map.groupBy(timeline, ({ date }) => date)
  const points = days.map(({ date, totalQuantity, quantityPercent }): Point => {
    const rows = byDay.get(date) ?? []
    const values = rows.map((row) => [row.dimensionId, row.totalQuantity])
    const facts = totalFacts({ total: totalQuantity, unit: 'units', percent: quantityPercent })
    return { at: date, values: Object.fromEntries(values), facts }
  })
  return (
    <>
      <SeriesChart
        name={NAME}
        kind="stacked"
        unit="Units"
        onOpen={onOpen}
        series={summary.map(({ dimensionId, dimensionName }) => ({
          key: dimensionId,
          label: labels.get(dimensionId) ?? dimensionName,
          color: colors.get(dimensionId) ?? '1',
          format: formatCount,
        }))}
        points={points}
        formatAt={formatDay}
        formatTick={formatDayShort}
        atLabel="Day"
      />
      {hasMore && (
        <Text size="xs" c="dimmed">
          Shows only the {formatCount(summary.length)} signals with the most events.
        </Text>
      )}
    </>
  )
}
