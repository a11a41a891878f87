import { Text } from '@mantine/core'
import type { RevenueAnalytics } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { formatCount, formatRounded } from '../../../ui/values/money.ts'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import type { SharedSearch } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { NameFilter } from '../frame/name-filter.tsx'

/** How many of the latest are asked for. */
export const SUBSCRIPTIONS_SHOWN = 50

type Props = { revenue: RevenueAnalytics; onPick: (change: SharedSearch) => void }

/** Bars are compared within one currency alone, so there are none where there are several. */
export function RevenueBySubscription({ revenue, onPick }: Props) {
  const { bySubscription, currency, hasMoreSubscriptions } = revenue
  if (bySubscription.length === 0) return <Text c="dimmed">{NOTHING}</Text>
  return (
    <>
      <BarTable
        name="Revenue by subscription"
        nameLabel="Subscription"
        columns={['Revenue', 'Usage', 'Fees and seats', 'Customer']}
        rows={[
          ...bySubscription.map((row) => ({
            key: row.subscriptionId,
            name: (
              <SubscriptionLink
                subscriptionId={row.subscriptionId}
                name={row.subscriptionName}
                inherit
              />
            ),
            value: currency === null ? null : row.revenue,
            cells: [
              ...amountsOf(row),
              <NameFilter
                key="customer"
                name={row.customerName}
                onPick={() => onPick({ customerId: row.customerId })}
              />,
            ],
          })),
          ...othersOf(revenue),
        ]}
      />
      {hasMoreSubscriptions && (
        <Text size="xs" c="dimmed" mt={8}>
          Shows the latest {formatCount(SUBSCRIPTIONS_SHOWN)}. The chart includes all of them.
        </Text>
      )}
    </>
  )
}

type Row = Pick<RevenueAnalytics['bySubscription'][number], 'revenue' | 'breakdown' | 'currency'>

/** All that are not listed, each currency for itself. */
function othersOf({ currency, hasMoreSubscriptions, rest }: RevenueAnalytics): BarTableRow[] {
  if (!hasMoreSubscriptions) return []
  return rest.bySubscription.map((row) => ({
    key: `others in ${row.currency}`,
    name: 'All others',
    value: currency === null ? null : row.revenue,
    cells: [...amountsOf(row), '–'],
  }))
}

const amountsOf = (row: Row) => [
  formatRounded(row.revenue, row.currency),
  formatRounded(row.breakdown.usage, row.currency),
  feesInWords(row),
]

/** Each kind for itself: they are not added up here. */
function feesInWords({ breakdown: { recurring, seat, onetime }, currency }: Row): string {
  const kinds = [recurring, seat, onetime].filter((amount) => amount !== 0)
  if (kinds.length === 0) return '–'
  return kinds.map((amount) => formatRounded(amount, currency)).join(' + ')
}
