import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CostQuestion, costOf } from '../../../api/analytics.ts'
import type { CostAnalytics } from '../../../api/api-types.ts'
import { csvOf } from '../../../api/client.ts'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { formatCount, formatRounded } from '../../../ui/values/money.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import type { EventsOf } from '../../figures/use-day-events.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { CostSearch, TabProps } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { AnalyticsFrame } from '../frame/analytics-frame.tsx'
import { useBefore, useEarlier } from '../frame/compared.tsx'
import { given } from '../frame/given.ts'
import { UncostedStrip } from '../frame/uncosted-strip.tsx'
import type { Days, Window } from '../frame/use-window.ts'
import { CostByDay } from './cost-by-day.tsx'
import { CostByName } from './cost-by-name.tsx'

const GROUPS = { day: 'Day', model: 'Model', agent: 'Agent', customer: 'Customer' } as const
const TABLES = {
  day: 'byDay',
  model: 'byModel',
  agent: 'byAgent',
  customer: 'byCustomer',
} as const
const HEIGHT = 520

/** The cost of usage, grouped in one of four ways. */
export function CostTab({ search, onSearch }: TabProps<CostSearch>) {
  const { slug } = useOrganization()
  const { groupBy = 'day', customerId, agentId, signalId } = search
  const onPick = (change: Partial<CostSearch>) => onSearch({ ...search, ...change })
  const asked = (days: Days): CostQuestion => ({
    ...days,
    ...given({ customerId, agentId, signalId }),
  })
  return (
    <AnalyticsFrame
      tab="cost"
      search={search}
      filters={['range', 'customerId', 'agentId', 'signalId']}
      onPick={onPick}
      load={({ days }) =>
        csvOf(slug, '/v1/analytics/cost', { ...asked(days), table: TABLES[groupBy] })
      }
      choices={
        <ChoiceSelect
          label="Group by"
          value={groupBy}
          options={GROUPS}
          onChange={(by) => onPick({ groupBy: by === 'day' ? undefined : by })}
        />
      }
    >
      {(window) => (
        <Parts
          groupBy={groupBy}
          window={window}
          asked={asked}
          of={given({ customerId, agentId, signalId })}
          onPick={onPick}
        />
      )}
    </AnalyticsFrame>
  )
}

type PartsProps = {
  groupBy: keyof typeof GROUPS
  window: Window
  asked: (days: Days) => CostQuestion
  of: EventsOf
  onPick: (change: Partial<CostSearch>) => void
}

function Parts({ groupBy, window: { days, before }, asked, of, onPick }: PartsProps) {
  const { slug } = useOrganization()
  const query = useQuery({ ...costOf(slug, asked(days)), placeholderData: keepPreviousData })
  const earlier = useEarlier(before, (those) => costOf(slug, asked(those)))
  const was = useBefore(before, (earlier) => costOf(slug, asked(earlier)))
  const cost = query.data
  const isEmpty = ({ totalEvents }: CostAnalytics) => totalEvents === 0
  return (
    <Stack gap="md">
      <FigureGrid
        figures={[
          {
            label: 'Cost',
            value: cost && <Rounded amount={cost.totalCost} />,
            note: was(({ totalCost }) => formatRounded(totalCost, 'USD')),
          },
          {
            label: 'Events',
            value: cost && formatCount(cost.totalEvents),
            note: was(({ totalEvents }) => formatCount(totalEvents)),
          },
        ]}
      />
      <UncostedStrip count={cost?.uncostedEvents ?? 0} />
      <Panel title={`Cost by ${groupBy}`} about={groupBy === 'day' ? 'In USD, UTC days' : 'In USD'}>
        <Loaded query={query} height={HEIGHT}>
          {(known) =>
            isEmpty(known) ? (
              <Text c="dimmed">{NOTHING}</Text>
            ) : groupBy === 'day' ? (
              <CostByDay cost={known} before={earlier} of={of} />
            ) : (
              <CostByName cost={known} groupBy={groupBy} onPick={onPick} />
            )
          }
        </Loaded>
      </Panel>
    </Stack>
  )
}
