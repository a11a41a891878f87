import { Stack, Text } from '@mantine/core'
import type {
  ChangedPrice,
  PriceChangePreview,
  ReachedSubscription,
} from '../../../api/api-types.ts'
import { priceInWords } from '../../../ui/billing/price-in-words.ts'
import { SmallTable } from '../../../ui/table/small-table.tsx'
import { formatPeriod } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'

/** The old and new prices, and the first period in which each subscription has them. */
export function IncreasePreview({ preview }: { preview: PriceChangePreview }) {
  const { prices, subscriptions, totalSubscriptions, totalWithOwnPrices } = preview
  const words = (one: ChangedPrice, price: 'before' | 'after') =>
    priceInWords({ ...one[price], chargeType: one.chargeType }, one.currency)
  const nameOf = (id: string) => prices.find(({ strategyId }) => strategyId === id)?.name ?? ''
  return (
    <Stack gap="md">
      <SmallTable
        name="New prices"
        isLow
        rows={prices}
        rowKey={({ strategyId }) => strategyId}
        columns={[
          { header: 'Price', cell: ({ name }) => name, isName: true },
          { header: 'Before', cell: (one) => words(one, 'before') },
          { header: 'After', cell: (one) => words(one, 'after') },
        ]}
      />
      <Text size="sm" c="dimmed" role="status">
        {reachInWords(totalSubscriptions, totalWithOwnPrices)}
        {totalSubscriptions > subscriptions.length &&
          ` The first ${formatCount(subscriptions.length)} are shown.`}
      </Text>
      {subscriptions.length > 0 && (
        <SmallTable
          name="Subscriptions with new prices"
          isLow
          rows={subscriptions}
          rowKey={({ subscriptionId }) => subscriptionId}
          columns={[
            {
              header: 'Subscription',
              cell: ({ name, customerName }) => `${name}, ${customerName}`,
              isName: true,
            },
            { header: 'First period', cell: firstPeriodOf },
            ...(totalWithOwnPrices === 0
              ? []
              : [
                  {
                    header: 'Keeps its own price',
                    cell: ({ ownPriceStrategyIds: own }: ReachedSubscription) =>
                      own.length === 0 ? '–' : own.map(nameOf).join(', '),
                    isName: true,
                  },
                ]),
          ]}
        />
      )}
    </Stack>
  )
}

function firstPeriodOf({ firstPeriod, timeZone, ownPriceStrategyIds }: ReachedSubscription) {
  if (firstPeriod !== null) return formatPeriod(firstPeriod, timeZone)
  return ownPriceStrategyIds.length > 0 ? 'None, it has own prices' : 'None, it ends before'
}

function reachInWords(total: number, own: number): string {
  const subscriptions =
    total === 1 ? '1 subscription runs' : `${formatCount(total)} subscriptions run`
  const kept =
    own === 0 ? '' : ` ${formatCount(own)} of them ${own === 1 ? 'has' : 'have'} own prices.`
  return `${subscriptions} on this plan from then on.${kept} Final invoices do not change.`
}
