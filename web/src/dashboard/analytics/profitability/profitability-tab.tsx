import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type ProfitabilityQuestion, profitabilityOf } from '../../../api/analytics.ts'
import { csvOf } from '../../../api/client.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { AsOf } from '../../figures/as-of.tsx'
import { WhereItGoes } from '../../profit/where-it-goes.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { ProfitabilitySearch, TabProps } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { AnalyticsFrame } from '../frame/analytics-frame.tsx'
import { given } from '../frame/given.ts'
import { UncostedStrip } from '../frame/uncosted-strip.tsx'
import type { Days, Window } from '../frame/use-window.ts'
import { ProfitFigures } from './profit-figures.tsx'
import { GROUPS, type GroupName } from './profit-texts.ts'

/** Loaded lazily: the figures are shown first. */
const MarginOverTime = lazy(() => import('./margin-over-time.tsx'))
const ProfitTable = lazy(() => import('./profit-table.tsx'))

/** The most rows that the service lists. */
const TOP = 1_000
const HEIGHT = 400

/** Margin by customer, agent or signal, with losses first. */
export function ProfitabilityTab({ search, onSearch }: TabProps<ProfitabilitySearch>) {
  const { slug } = useOrganization()
  const { groupBy = 'customer', customerId, agentId } = search
  const onPick = (change: Partial<ProfitabilitySearch>) => onSearch({ ...search, ...change })
  const asked = (days: Days): ProfitabilityQuestion => ({
    ...days,
    ...given({ customerId, agentId }),
    groupBy,
  })
  return (
    <AnalyticsFrame
      tab="profitability"
      search={search}
      filters={['range', 'customerId', 'agentId']}
      onPick={onPick}
      load={({ days }) =>
        csvOf(slug, '/v1/analytics/profitability', { ...asked(days), table: 'byKey' })
      }
      choices={
        <ChoiceSelect
          label="Group by"
          value={groupBy}
          options={GROUPS}
          onChange={(by) => onPick({ groupBy: by === 'customer' ? undefined : by })}
        />
      }
    >
      {(window) => (
        <Parts
          groupBy={groupBy}
          window={window}
          asked={asked}
          of={given({ customerId, agentId })}
        />
      )}
    </AnalyticsFrame>
  )
}

type PartsProps = {
  groupBy: GroupName
  window: Window
  asked: (days: Days) => ProfitabilityQuestion
  of: Pick<ProfitabilitySearch, 'customerId' | 'agentId'>
}

function Parts({ groupBy, window: { days, before }, asked, of }: PartsProps) {
  const { slug } = useOrganization()
  const query = useQuery({
    ...profitabilityOf(slug, {
      ...asked(days),
      top: TOP,
      ...(before && { compare: 'before' as const }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      <ProfitFigures profit={query.data} before={before} asked={asked} />
      <UncostedStrip count={query.data?.uncostedEvents ?? 0} />
      <Suspense fallback={<LinesSkeleton lines={6} />}>
        <MarginOverTime days={days} of={of} />
      </Suspense>
      <WhereItGoes days={days} of={given(of)} />
      <Panel title={`Profitability by ${groupBy}`} about="Select a column heading to sort by it">
        <Loaded query={query} height={HEIGHT}>
          {({ byKey, asOf }) =>
            byKey.length === 0 ? (
              <Text c="dimmed">{NOTHING}</Text>
            ) : (
              <>
                <AsOf asOf={asOf} receivedAt={query.dataUpdatedAt} />
                <Suspense fallback={<LinesSkeleton lines={6} />}>
                  <ProfitTable rows={byKey} groupBy={groupBy} days={days} />
                </Suspense>
                {byKey.length > TOP && (
                  <Text size="xs" c="dimmed" mt={8}>
                    Shows the {formatCount(TOP)} with the most events; all others are combined in
                    one row. The export lists each one.
                  </Text>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </Stack>
  )
}
