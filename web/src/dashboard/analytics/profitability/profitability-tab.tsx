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
import {
  GROUPS,
  GROUPS_OF_MODEL,
  type GroupName,
  SHARED_BY_UNITS,
  SORTABLE,
} from './profit-texts.ts'

/** Loaded lazily: the figures are shown first. */
const MarginOverTime = lazy(() => import('./margin-over-time.tsx'))
const ProfitTable = lazy(() => import('./profit-table.tsx'))

/** The most rows that the service lists. */
const TOP = 1_000
const HEIGHT = 400

/** Margin by customer, agent or signal, with losses first. */
export function ProfitabilityTab({ search, onSearch }: TabProps<ProfitabilitySearch>) {
  const { slug } = useOrganization()
  const { customerId, agentId, model } = search
  const groupBy = groupOf(search)
  const onPick = (change: Partial<ProfitabilitySearch>) => onSearch({ ...search, ...change })
  const asked = (days: Days): ProfitabilityQuestion => ({
    ...days,
    ...given({ customerId, agentId, model }),
    groupBy,
  })
  return (
    <AnalyticsFrame
      tab="profitability"
      search={search}
      filters={['range', 'customerId', 'agentId', 'model']}
      onPick={onPick}
      load={({ days }) =>
        csvOf(slug, '/v1/analytics/profitability', { ...asked(days), table: 'byKey' })
      }
      choices={
        <ChoiceSelect
          label="Group by"
          value={groupBy}
          options={model === undefined ? GROUPS : GROUPS_OF_MODEL}
          onChange={(by) => onPick({ groupBy: by })}
        />
      }
    >
      {(window) => (
        <Parts
          groupBy={groupBy}
          window={window}
          asked={asked}
          of={given({ customerId, agentId })}
          model={model}
        />
      )}
    </AnalyticsFrame>
  )
}

/** The groups of a model are fewer, so a group of the URL may not be one of them. */
function groupOf({ groupBy, model }: ProfitabilitySearch): GroupName {
  if (model === undefined) return groupBy ?? 'customer'
  return groupBy === 'agent' ? 'agent' : 'signal'
}

type PartsProps = {
  groupBy: GroupName
  window: Window
  asked: (days: Days) => ProfitabilityQuestion
  of: { customerId?: string; agentId?: string }
  /** The only model of the rows. */
  model: string | undefined
}

function Parts({ groupBy, window: { days, before }, asked, of, model }: PartsProps) {
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
      {model === undefined && (
        <>
          <Suspense fallback={<LinesSkeleton lines={6} />}>
            <MarginOverTime days={days} of={of} />
          </Suspense>
          <WhereItGoes days={days} of={of} />
        </>
      )}
      <Panel
        title={
          model === undefined ? `Profitability by ${groupBy}` : `Where the margin of ${model} goes`
        }
        about={model === undefined ? SORTABLE : `By ${groupBy}. ${SHARED_BY_UNITS}`}
      >
        <Loaded query={query} height={HEIGHT}>
          {({ byKey, asOf }) =>
            byKey.length === 0 ? (
              <Text c="dimmed">{NOTHING}</Text>
            ) : (
              <>
                <AsOf asOf={asOf} receivedAt={query.dataUpdatedAt} />
                <Suspense fallback={<LinesSkeleton lines={6} />}>
                  <ProfitTable rows={byKey} groupBy={groupBy} days={days} of={of} />
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
