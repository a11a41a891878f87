import { Code, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReportedCostsQuestion, reportedCostsOf } from '../../../api/analytics.ts'
import type { ReportedCosts } from '../../../api/api-types.ts'
import { csvOf } from '../../../api/client.ts'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatChange, formatCount, formatRounded } from '../../../ui/values/money.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { SharedSearch, TabProps } from '../analytics-search.ts'
import { AnalyticsFrame } from '../frame/analytics-frame.tsx'
import { useBefore } from '../frame/compared.tsx'
import { given } from '../frame/given.ts'
import type { Days, Window } from '../frame/use-window.ts'
import { ReportedByModel } from './reported-by-model.tsx'

const HEIGHT = 320

/** Costs that gateways reported, next to the computed cost of the same calls, by model. */
export function ReportedCostsTab({ search, onSearch }: TabProps<SharedSearch>) {
  const { slug } = useOrganization()
  const { customerId, agentId, signalId } = search
  const asked = (days: Days): ReportedCostsQuestion => ({
    ...days,
    ...given({ customerId, agentId, signalId }),
  })
  return (
    <AnalyticsFrame
      tab="reported-costs"
      search={search}
      filters={['range', 'customerId', 'agentId', 'signalId']}
      onPick={(change) => onSearch({ ...search, ...change })}
      load={({ days }) => csvOf(slug, '/v1/analytics/reported-costs', asked(days))}
    >
      {(window) => <Parts window={window} asked={asked} />}
    </AnalyticsFrame>
  )
}

type PartsProps = {
  window: Window
  asked: (days: Days) => ReportedCostsQuestion
}

function Parts({ window: { days, before }, asked }: PartsProps) {
  const { slug } = useOrganization()
  const query = useQuery({
    ...reportedCostsOf(slug, asked(days)),
    placeholderData: keepPreviousData,
  })
  const was = useBefore(before, (earlier) => reportedCostsOf(slug, asked(earlier)))
  const { data } = query
  return (
    <Stack gap="md">
      <FigureGrid
        figures={[
          {
            label: 'Reported',
            value: data && <Rounded amount={data.reportedCost} />,
            note: was(({ reportedCost }) => formatRounded(reportedCost, 'USD')),
          },
          {
            label: 'Computed',
            value: data && <Rounded amount={data.computedCost} />,
            note: was(({ computedCost }) => formatRounded(computedCost, 'USD')),
          },
          {
            label: 'Difference',
            value: data && <Rounded amount={data.difference} />,
            note: data && shareOf(data),
          },
        ]}
      />
      <Panel
        title="Difference by model"
        about="Reported less computed cost, in USD; the largest differences first"
      >
        <Loaded query={query} height={HEIGHT}>
          {(known) =>
            known.serviceCount === 0 ? (
              <NoneReported />
            ) : (
              <Stack gap="sm">
                <ReportedByModel costs={known} />
                <Uncomputed costs={known} />
              </Stack>
            )
          }
        </Loaded>
      </Panel>
    </Stack>
  )
}

function shareOf({ differencePercent }: ReportedCosts): string | undefined {
  return differencePercent === null ? undefined : `${formatChange(differencePercent)} of computed`
}

function Uncomputed({
  costs: { uncomputedCount, uncomputedReportedCost },
}: {
  costs: ReportedCosts
}) {
  if (uncomputedCount === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {formatCount(uncomputedCount)} uses have no computed cost. What was reported for them,{' '}
      {formatRounded(uncomputedReportedCost, 'USD')}, is in no difference.
    </Text>
  )
}

function NoneReported() {
  return (
    <Empty title="No reported costs in this date range">
      Gateways such as LiteLLM and OpenRouter say what a call cost. Send it as{' '}
      <Code>reportedCostUsd</Code> with the usage record, and compare it here with the computed
      cost.
    </Empty>
  )
}
