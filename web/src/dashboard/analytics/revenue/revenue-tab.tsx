import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type RevenueQuestion, revenueOf } from '../../../api/analytics.ts'
import { csvOf } from '../../../api/client.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { AsOf } from '../../figures/as-of.tsx'
import { groupingOf, UNITS } from '../../figures/grouping.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { SharedSearch, TabProps } from '../analytics-search.ts'
import { AnalyticsFrame } from '../frame/analytics-frame.tsx'
import { useEarlier } from '../frame/compared.tsx'
import { given } from '../frame/given.ts'
import type { Days, Window } from '../frame/use-window.ts'
import { FourFigures } from './four-figures.tsx'
import { RevenueCharts } from './revenue-charts.tsx'

/** Loaded lazily: the page shows the charts first. */
const RevenueBySubscription = lazy(() => import('./revenue-by-subscription.tsx'))

const HEIGHT = 520
/** Number of recent subscriptions to request. */
const SUBSCRIPTIONS_SHOWN = 50

/** Revenue by kind and day, next to similar figures under their own names. */
export function RevenueTab({ search, onSearch }: TabProps<SharedSearch>) {
  const { slug } = useOrganization()
  const { customerId, agentId } = search
  const onPick = (change: SharedSearch) => onSearch({ ...search, ...change })
  const asked = (days: Days): RevenueQuestion => ({
    ...days,
    ...given({ customerId, agentId }),
    groupBy: groupingOf(days),
    top: SUBSCRIPTIONS_SHOWN,
  })
  return (
    <AnalyticsFrame
      tab="revenue"
      search={search}
      filters={['range', 'customerId', 'agentId']}
      onPick={onPick}
      load={({ days }) =>
        csvOf(slug, '/v1/analytics/revenue', { ...asked(days), table: 'timeSeries' })
      }
    >
      {(window) => <Parts window={window} asked={asked} search={search} onPick={onPick} />}
    </AnalyticsFrame>
  )
}

type PartsProps = {
  window: Window
  search: SharedSearch
  asked: (days: Days) => RevenueQuestion
  onPick: (change: SharedSearch) => void
}

function Parts({ window: { days, before }, search, asked, onPick }: PartsProps) {
  const { slug } = useOrganization()
  const query = useQuery({ ...revenueOf(slug, asked(days)), placeholderData: keepPreviousData })
  const earlier = useEarlier(before, (those) => revenueOf(slug, asked(those)))
  const { adverb, label } = UNITS[groupingOf(days)]
  return (
    <Stack gap="md">
      <FourFigures revenue={query.data} search={search} days={days} before={before} asked={asked} />
      <Panel title={`Earned ${adverb}, by kind`} about={`UTC ${label.toLowerCase()}s`}>
        <Loaded query={query} height={HEIGHT}>
          {(revenue) => (
            <>
              <AsOf asOf={revenue.asOf} receivedAt={query.dataUpdatedAt} />
              <RevenueCharts
                revenue={revenue}
                before={earlier}
                adverb={adverb}
                atLabel={label}
                days={days}
                of={given({ customerId: search.customerId, agentId: search.agentId })}
              />
            </>
          )}
        </Loaded>
      </Panel>
      <Panel title="Earned by subscription" about="Select a customer to filter by it">
        <Loaded query={query} height={HEIGHT}>
          {(revenue) => (
            <Suspense fallback={<LinesSkeleton lines={6} />}>
              <RevenueBySubscription revenue={revenue} onPick={onPick} />
            </Suspense>
          )}
        </Loaded>
      </Panel>
    </Stack>
  )
}
