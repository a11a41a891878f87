import { Text } from '@mantine/core'
import type { RevenueAnalytics } from '../../../api/api-types.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Amounts } from '../../../ui/values/amounts.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import type { SharedSearch } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { NameFilter } from '../frame/name-filter.tsx'

type Listed = RevenueAnalytics['bySubscription'][number]
type Row = Pick<Listed, 'revenue' | 'breakdown' | 'currency'> & {
  key: string
  /** Absent for the row of all others. */
  one?: Listed
}
type Props = { revenue: RevenueAnalytics; onPick: (change: SharedSearch) => void }

/** Revenue by subscription, the largest first. */
export default function RevenueBySubscription({ revenue, onPick }: Props) {
  const { bySubscription, hasMoreSubscriptions } = revenue
  if (bySubscription.length === 0) return <Text c="dimmed">{NOTHING}</Text>
  return (
    <>
      <DataTable
        name="Earned by subscription"
        columns={columnsOf(onPick)}
        rowKey={({ key }) => key}
        query={{ ...LOADED, data: { results: rowsOf(revenue) } }}
        pages={null}
        empty={null}
      />
      {hasMoreSubscriptions && (
        <Text size="xs" c="dimmed" mt={8}>
          Shows the latest {formatCount(bySubscription.length)} subscriptions. The chart includes
          all of them.
        </Text>
      )}
    </>
  )
}

const LOADED = {
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

/** Amounts of several currencies are not compared; each currency has its own part of the table. */
function rowsOf({ bySubscription, hasMoreSubscriptions, rest }: RevenueAnalytics): Row[] {
  const rows = bySubscription
    .map((one): Row => ({ ...one, key: one.subscriptionId, one }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency) || b.revenue - a.revenue)
  if (!hasMoreSubscriptions) return rows
  return [...rows, ...rest.bySubscription.map((row) => ({ ...row, key: `others ${row.currency}` }))]
}

const columnsOf = (onPick: Props['onPick']): readonly Column<Row>[] => [
  {
    header: 'Subscription',
    share: 34,
    cell: ({ one }) =>
      one === undefined ? (
        'All others'
      ) : (
        <SubscriptionLink
          subscriptionId={one.subscriptionId}
          name={one.subscriptionName}
          display="block"
          truncate
          inherit
        />
      ),
  },
  {
    header: 'Customer',
    share: 24,
    isOffPhone: true,
    cell: ({ one }) =>
      one === undefined ? (
        '–'
      ) : (
        <NameFilter name={one.customerName} onPick={() => onPick({ customerId: one.customerId })} />
      ),
  },
  {
    header: 'Usage',
    cell: ({ breakdown, currency }) => amountOf(breakdown.usage, currency),
    isFigure: true,
    isOffPhone: true,
  },
  {
    header: 'Recurring',
    cell: ({ breakdown, currency }) => amountOf(breakdown.recurring, currency),
    isFigure: true,
    isOffPhone: true,
  },
  {
    header: 'Seats',
    cell: ({ breakdown, currency }) => amountOf(breakdown.seat, currency),
    isFigure: true,
    isOffPhone: true,
  },
  {
    header: 'One-time',
    cell: ({ breakdown, currency }) => amountOf(breakdown.onetime, currency),
    isFigure: true,
    isOffPhone: true,
  },
  {
    header: 'Earned',
    cell: ({ revenue, currency }) => amountOf(revenue, currency),
    isFigure: true,
  },
]

const amountOf = (amount: number, currency: string) =>
  amount === 0 ? '–' : <Amounts amounts={[{ currency, amount }]} />
