import { Stack, Text } from '@mantine/core'
import type { RevenueAnalytics } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import {
  beforeSeries,
  moneyFormats,
  type Point,
  type Series,
  withBefore,
} from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { earnedFacts } from '../../profit/earned/earned-facts.ts'
import type { EarnedOf } from '../../profit/earned/earned-of.ts'
import { useEarnedDay } from '../../profit/earned/use-earned-day.tsx'
import { NOTHING } from '../analytics-texts.ts'

type Props = {
  revenue: RevenueAnalytics
  before: RevenueAnalytics | undefined
  adverb: string
  atLabel: string
  days: Days
  of: EarnedOf
}
type Bucket = NonNullable<RevenueAnalytics['timeSeries']>[number]

const KINDS = [
  ['usage', 'Usage', '1'],
  ['recurring', 'Recurring', '3'],
  ['seat', 'Seats', '4'],
  ['onetime', 'One-time', '5'],
] as const

/** A chart for each currency, because currencies are never added. */
export function RevenueCharts({ revenue, before, adverb, atLabel, days, of }: Props) {
  const { onOpen, dialog } = useEarnedDay(days, of)
  const { timeSeries = [], byCurrency } = revenue
  if (byCurrency.length === 0) return <Text c="dimmed">{NOTHING}</Text>
  const charts = [...Map.groupBy(timeSeries, ({ currency }) => currency)]
  return (
    <Stack gap={32}>
      {dialog}
      {charts.map(([currency, buckets]) => (
        <div key={currency}>
          {charts.length > 1 && (
            <Text fw={500} mb={4}>
              In {currency}
            </Text>
          )}
          <SeriesChart
            name={charts.length > 1 ? `Earned ${adverb} in ${currency}` : `Earned ${adverb}`}
            kind="stacked"
            unit={currency}
            onOpen={onOpen}
            series={
              before === undefined
                ? seriesOf(currency)
                : [...seriesOf(currency), earlierOf(currency)]
            }
            points={withBefore(
              buckets.map(pointOf),
              before?.timeSeries
                ?.filter((bucket) => bucket.currency === currency)
                .map((bucket) => bucket.revenue),
            )}
            formatAt={formatDay}
            formatTick={formatDayShort}
            atLabel={atLabel}
            isTableBelow
          />
        </div>
      ))}
    </Stack>
  )
}

const seriesOf = (currency: string): Series[] =>
  KINDS.map(([key, label, color]) => ({
    key,
    label,
    color,
    ...moneyFormats(currency),
  }))

const earlierOf = (currency: string) => beforeSeries(moneyFormats(currency))

function pointOf(bucket: Bucket): Point {
  const { date, currency, usage, recurring, seat, onetime } = bucket
  return {
    at: date,
    values: { usage, recurring, seat, onetime },
    ...earnedFacts(bucket, { currency, markOn: onetime > recurring ? 'onetime' : 'recurring' }),
  }
}
