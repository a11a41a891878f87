import { useQuery } from '@tanstack/react-query'
import { portalCurrentPeriodQuery } from '../../api/portal.ts'
import { SeriesChart } from '../../ui/charts/series-chart.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { formatDay, formatDayShort } from '../../ui/values/dates.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { GROWTH_HEIGHT } from './growth-height.ts'

/** Shows how the amount of the current period grew, day by day. */
export default function GrowthChart({ subscriptionId }: { subscriptionId: string }) {
  const query = useQuery(portalCurrentPeriodQuery(subscriptionId))
  return (
    <Loaded query={query} height={GROWTH_HEIGHT}>
      {({ days, currency }) =>
        days.length > 0 && (
          <SeriesChart
            name="Amount so far by day"
            kind="stacked"
            unit={currency}
            series={[
              {
                key: 'amount',
                label: 'Amount so far',
                color: '1',
                format: (value) => formatAmount(value, currency),
              },
            ]}
            points={days.map(({ date, amountSoFar }) => ({
              at: date,
              values: { amount: amountSoFar },
            }))}
            formatAt={formatDay}
            formatTick={formatDayShort}
            atLabel="Day"
          />
        )
      }
    </Loaded>
  )
}
