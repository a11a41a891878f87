import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UsageAnalytics } from '../../../api/api.gen.ts'
import { customerUsageQuery } from '../../../api/customers.ts'
import { Section } from '../../../ui/layout/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Cost } from '../../../ui/values/cost.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

type Bucket = NonNullable<UsageAnalytics['dimensionBreakdown']>['timeline'][number]

const COLUMNS: readonly Column<Bucket>[] = [
  { header: 'Day (UTC)', cell: ({ date }) => formatDay(date), width: 140 },
  {
    header: 'Signal',
    cell: ({ dimensionName }) => (
      <Text size="sm" maw={320} truncate title={dimensionName}>
        {dimensionName}
      </Text>
    ),
  },
  {
    header: 'Quantity',
    cell: ({ totalQuantity }) => formatCount(totalQuantity),
    isFigure: true,
    width: 120,
  },
  {
    header: 'Events',
    cell: ({ eventCount }) => formatCount(eventCount),
    isFigure: true,
    width: 100,
  },
  {
    header: 'Cost',
    cell: ({ totalCost, eventCount, uncostedEvents }) => (
      <>
        <Cost value={uncostedEvents === eventCount ? null : totalCost} />
        {uncostedEvents > 0 && uncostedEvents < eventCount && (
          <Text size="xs" c="dimmed">
            without {formatCount(uncostedEvents)} events
          </Text>
        )}
      </>
    ),
    isFigure: true,
    width: 160,
  },
]

/** What was used of each signal, by day. */
export function SignalUsage() {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const { data, ...query } = useQuery(customerUsageQuery(slug, id))
  const used = data?.dimensionBreakdown?.timeline.filter(({ eventCount }) => eventCount > 0)
  const results = used?.toSorted((a, b) => (a.date < b.date ? 1 : -1))
  return (
    <Section title="Usage by signal and day">
      <DataTable
        name="Usage by signal and day"
        columns={COLUMNS}
        rowKey={({ date, dimensionId }) => `${date} ${dimensionId}`}
        query={{ ...query, data: results && { results } }}
        pages={null}
        empty={<Text c="dimmed">Nothing was used in the last 30 days.</Text>}
      />
    </Section>
  )
}
