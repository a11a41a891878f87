import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type UsageQuestion, usageOf } from '../../../api/analytics.ts'
import type { UsageAnalytics } from '../../../api/api-types.ts'
import { csvOf } from '../../../api/client.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { groupingOf, UNITS } from '../../figures/grouping.ts'
import { useDayEvents } from '../../figures/use-day-events.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { TabProps, UsageSearch } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { AnalyticsFrame } from '../frame/analytics-frame.tsx'
import { useEarlier } from '../frame/compared.tsx'
import { given } from '../frame/given.ts'
import type { Days, Window } from '../frame/use-window.ts'
import { UsageByName } from './usage-by-name.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { DIMENSIONS, FILTER_BY, MEASURES } from './usage-texts.ts'

/** The most names that the chart can show distinguishably; all others are one series. */
const TOP = 7
const HEIGHT = 520

/** Usage by day and by name. */
export function UsageTab({ search, onSearch }: TabProps<UsageSearch>) {
  const { slug } = useOrganization()
  const { groupBy = 'signal', measure = 'events', customerId, agentId, signalId } = search
  const onPick = (change: Partial<UsageSearch>) => onSearch({ ...search, ...change })
  const asked = (days: Days): UsageQuestion => ({
    ...days,
    ...given({ customerId, agentId, signalId }),
    groupBy: groupingOf(days),
    breakdownBy: groupBy,
  })
  return (
    <AnalyticsFrame
      tab="usage"
      search={search}
      filters={['range', 'customerId', 'agentId', 'signalId']}
      onPick={onPick}
      load={({ days }) =>
        csvOf(slug, '/v1/analytics/usage', { ...asked(days), table: 'breakdownTimeline' })
      }
      choices={
        <>
          <ChoiceSelect
            label="Group by"
            value={groupBy}
            options={DIMENSIONS}
            onChange={(by) => onPick({ groupBy: by === 'signal' ? undefined : by })}
          />
          <ChoiceSelect
            label="Measure"
            value={measure}
            options={MEASURES}
            onChange={(of) => onPick({ measure: of === 'events' ? undefined : of })}
          />
        </>
      }
    >
      {(window) => <Parts search={search} window={window} asked={asked} onPick={onPick} />}
    </AnalyticsFrame>
  )
}

type PartsProps = {
  search: UsageSearch
  window: Window
  asked: (days: Days) => UsageQuestion
  onPick: (change: Partial<UsageSearch>) => void
}

function Parts({
  search: { groupBy = 'signal', measure = 'events', customerId, agentId, signalId },
  window,
  ...props
}: PartsProps) {
  const { asked, onPick } = props
  const { slug } = useOrganization()
  const onOpen = useDayEvents(given({ customerId, agentId, signalId }), window.days)
  const query = useQuery({
    ...usageOf(slug, { ...asked(window.days), top: TOP }),
    placeholderData: keepPreviousData,
  })
  const earlier = useEarlier(window.before, (days) => usageOf(slug, { ...asked(days), top: 1 }))
  const { adverb, label } = UNITS[groupingOf(window.days)]
  const isEmpty = ({ summary }: UsageAnalytics) => summary.totalEvents === 0
  return (
    <Stack gap="md">
      <UsageFigures usage={query.data} before={window.before} asked={asked} />
      <Panel
        title={`${MEASURES[measure]} ${adverb}, by ${groupBy}`}
        about={`UTC ${label.toLowerCase()}s, the ${TOP} with the most events and all others`}
      >
        <Loaded query={query} height={HEIGHT}>
          {(usage) =>
            isEmpty(usage) ? (
              <Text c="dimmed">{NOTHING}</Text>
            ) : (
              <UsageChart
                usage={usage}
                before={earlier}
                measure={measure}
                adverb={adverb}
                atLabel={label}
                onOpen={onOpen}
                onPick={(id) => onPick({ [FILTER_BY[groupBy]]: id })}
              />
            )
          }
        </Loaded>
      </Panel>
      <UsageByName groupBy={groupBy} asked={asked(window.days)} onPick={onPick} />
    </Stack>
  )
}
