import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MarginBreakdown } from '../../api/api-types.ts'
import { breakdownQuery } from '../../api/figures.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { formatDays } from '../../ui/values/dates.ts'
import { AsOf } from '../figures/as-of.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { LineTable } from './line-table.tsx'
import { ModelTable } from './model-table.tsx'
import { Sentences } from './sentences.tsx'
import type { Subject, SubjectProps } from './subject.ts'

const HEIGHT = 320

/** Revenue and cost by signal, fee and model, and why they changed. */
export default function MarginPanel({ days, of }: SubjectProps) {
  const { slug } = useOrganization()
  const query = useQuery({
    ...breakdownQuery(slug, { ...days, ...of }),
    placeholderData: keepPreviousData,
  })
  const { dateRange, dateRangeBefore: before } = query.data ?? {}
  const about =
    dateRange &&
    before &&
    `${formatDays(dateRange.startDate, dateRange.endDate)}, compared with ${formatDays(before.startDate, before.endDate)}`
  return (
    <Panel title="Where the margin goes" about={about ?? '\u00a0'}>
      <Loaded query={query} height={HEIGHT}>
        {(breakdown) => (
          <>
            <AsOf asOf={breakdown.asOf} receivedAt={query.dataUpdatedAt} />
            <Tables breakdown={breakdown} of={of} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Tables({ breakdown, of }: { breakdown: MarginBreakdown; of: Subject }) {
  const { lines, models, rest, sentences, dateRange: days } = breakdown
  const { planId, ...events } = of
  if (lines.length === 0)
    return <Text c="dimmed">Nothing was earned or used in this date range.</Text>
  const plans = new Set(lines.map((line) => line.planId))
  return (
    <Stack gap="md">
      <Sentences sentences={sentences} />
      <LineTable
        lines={lines}
        rest={rest}
        days={days}
        of={events}
        isPlanNamed={planId === undefined && plans.size > 1}
      />
      {models !== null && models.length > 0 && (
        <ModelTable models={models} rest={rest.models?.cost ?? 0} days={days} of={events} />
      )}
    </Stack>
  )
}
