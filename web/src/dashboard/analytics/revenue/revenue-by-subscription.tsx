import { Text } from '@mantine/core'
import type { RevenueAnalytics } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { formatCount, formatRounded } from '../../../ui/values/money.ts'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import type { SharedSearch } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { NameFilter } from '../frame/name-filter.tsx'

/** Number of recent subscriptions to request. */
export const SUBSCRIPTIONS_SHOWN = 50

type Props = { revenue: RevenueAnalytics; onPick: (change: SharedSearch) => void }

/**
 * Revenue by subscription. Bars compare amounts of one currency, so there are none with several
 * currencies.
 */
export function RevenueBySubscription({ revenue, onPick }: Props) {
  const { bySubscription, currency, hasMoreSubscriptions } = revenue
  if (bySubscription.length === 0) return <Text c="dimmed">{NOTHING}</Text>
  return (
    <>
      <BarTable
        name="Earned by subscription"
        nameLabel="Subscription"
        columns={['Earned', 'Usage', 'Fees and seats', 'Customer']}
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

/** Returns rows for everything not listed, one per currency. */
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

/** Returns the amount of each kind of fee, without adding them. */
function feesInWords({ breakdown: { recurring, seat, onetime }, currency }: Row): string {
  const kinds = [recurring, seat, onetime].filter((amount) => amount !== 0)
  if (kinds.length === 0) return '–'
  return kinds.map((amount) => formatRounded(amount, currency)).join(' + ')
}
