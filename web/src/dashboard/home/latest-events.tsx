import { useQuery } from '@tanstack/react-query'
import type { UsageEvent } from '../../api/api.gen.ts'
import { latestEventsQuery } from '../../api/progress.ts'
import { Section } from '../../ui/layout/section.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Cost } from '../../ui/values/cost.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { FirstEvent } from './first-event.tsx'

const ASK_AGAIN_MS = 3_000

const COLUMNS: readonly Column<UsageEvent>[] = [
  {
    header: 'Time',
    isTime: true,
    cell: ({ usageDate }) => <Timestamp at={usageDate} as="bare" />,
    width: 200,
  },
  {
    header: 'Customer',
    cell: ({ customerExternalId, customerId }) => customerExternalId ?? customerId,
  },
  { header: 'Signal', cell: ({ signal }) => signal.name },
  { header: 'Quantity', cell: ({ quantity }) => formatCount(quantity), isFigure: true, width: 100 },
  {
    header: 'Cost',
    cell: ({ usageCost }) => <Cost value={usageCost} />,
    isFigure: true,
    width: 120,
  },
]

/** The last events, so that whoever has just sent one finds it here. */
export function LatestEvents() {
  const { slug } = useOrganization()
  const query = useQuery({
    ...latestEventsQuery(slug),
    // Only while one waits for the first: later nothing may move under what is being read.
    refetchInterval: ({ state }) => (state.data?.totalResults === 0 ? ASK_AGAIN_MS : false),
  })
  const total = query.data?.totalResults ?? 0
  return (
    <Section title="Latest events" about={total > 0 ? `${formatCount(total)} in all` : undefined}>
      <DataTable
        name="Latest events"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={null}
        empty={<FirstEvent />}
      />
    </Section>
  )
}
