import { Text } from '@mantine/core'
import type { Overview, OverviewBucket } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import { moneyFormats, type Point, type Series } from '../../../ui/charts/series.ts'
import { SeriesChart } from '../../../ui/charts/series-chart.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { shareFact } from '../../../ui/charts/share-fact.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDay, formatDayShort } from '../../../ui/values/dates.ts'
import { UNITS } from '../../figures/grouping.ts'
import { earnedFacts } from '../../profit/earned/earned-facts.ts'
import { useEarnedDay } from '../../profit/earned/use-earned-day.tsx'

/** Earned amount and cost over time. */
export function ByTime({ overview, days }: { overview: Overview; days: Days }) {
  const { adverb, label } = UNITS[overview.groupBy]
  const { currency } = overview
  const name = currency === null ? `Cost ${adverb}` : `Earned and cost ${adverb}`
  return (
    <Panel title={name} about={aboutOf(currency, label)}>
      <Chart name={name} atLabel={label} overview={overview} days={days} />
    </Panel>
  )
}

type Props = { name: string; atLabel: string; overview: Overview; days: Days }

function Chart({ name, atLabel, overview: { currency, buckets }, days }: Props) {
  const { onOpen, dialog } = useEarnedDay(days)
  return (
    <>
      <SeriesChart
        name={name}
        series={seriesOf(currency)}
        unit={currency === null || currency === 'USD' ? 'USD' : `${currency}, USD`}
        onOpen={onOpen}
        points={buckets.map((bucket) => pointOf(bucket, currency))}
        formatAt={formatDay}
        formatTick={formatDayShort}
        atLabel={atLabel}
        missingLabel="events without a cost"
      />
      {dialog}
      {currency === null && (
        <Text size="xs" c="dimmed">
          Amounts in different currencies are never added.
        </Text>
      )}
    </>
  )
}

function aboutOf(currency: string | null, label: string): string {
  const money =
    currency === null || currency === 'USD' ? 'In USD' : `Earned in ${currency}, cost in USD`
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
    label: 'Earned',
    color: COLOR_OF.revenue,
    ...moneyFormats(currency),
  }
  return [revenue, cost]
}

/** Converts a bucket to a point; its cost is null if no event has a cost. */
function pointOf(bucket: OverviewBucket, currency: string | null): Point {
  const { date, revenue, cost, costPercent, eventCount, uncostedEvents } = bucket
  const isUnknown = eventCount > 0 && eventCount === uncostedEvents
  const earned = currency === null ? {} : earnedFacts(bucket, { currency, markOn: 'revenue' })
  return {
    at: date,
    values: { revenue, cost: isUnknown ? null : cost },
    missingCount: uncostedEvents,
    ...earned,
    facts: [...(earned.facts ?? []), ...shareFact('Share of the cost', costPercent)],
  }
}
