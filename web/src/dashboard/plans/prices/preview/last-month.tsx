import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CUSTOMERS_MAX, signalUsageQuery } from '../../../../api/prices.ts'
import { subscriptionsQuery } from '../../../../api/subscriptions.ts'
import { Problem } from '../../../../ui/states/problem.tsx'
import { formatMonth, monthBefore } from '../../../../ui/values/dates.ts'
import { formatAmount, formatCount, plainDecimal } from '../../../../ui/values/money.ts'
import { CustomerLink } from '../../../links/customer-link.tsx'
import { useBusinessTime } from '../../../session/use-business-time.ts'
import { useOrganization } from '../../../session/use-organization.ts'
import { type Draft, isPriceable } from '../draft.ts'
import { RecentWork } from './recent-work.tsx'
import { previewed, usePricePreview } from './use-price-preview.ts'

const SHOWN = 5

type Shown = {
  planId: string
  draft: Draft
  /** The price as it is stored; undefined for a new one. */
  saved: Draft | undefined
  currency: string
}

/**
 * Applies the stored and the edited price to the actual usage of the last month, for the customers of
 * this plan; without any, to all recent work.
 */
export function LastMonth({ planId, draft, ...shown }: Shown) {
  const { slug } = useOrganization()
  const subscriptions = useQuery(subscriptionsQuery(slug, { planId, limit: SUBSCRIPTIONS_MAX }))
  const { signalId } = draft
  const now = useBusinessTime()
  if (subscriptions.error) {
    return <Problem error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
  }
  if (signalId === undefined || now === undefined || subscriptions.data === undefined) return null
  const { results } = subscriptions.data
  if (results.length === 0) return <RecentWork draft={draft} currency={shown.currency} />
  const subscribed = new Set(results.map(({ customerId }) => customerId))
  const of = { signalId, subscribed, month: monthBefore(now) }
  return <OnRealUsage {...shown} {...of} draft={draft} />
}

type Props = Omit<Shown, 'planId'> & {
  signalId: string
  month: { startDate: string; endDate: string }
  /** Customers with the plan. */
  subscribed: ReadonlySet<string>
}

const SUBSCRIPTIONS_MAX = 100

function OnRealUsage({ draft, saved, signalId, month, subscribed, currency }: Props) {
  const { slug } = useOrganization()
  const usage = useQuery(signalUsageQuery(slug, signalId, month))
  const customers = (usage.data?.customers ?? [])
    .filter(({ dimensionId }) => subscribed.has(dimensionId))
    .slice(0, CUSTOMERS_MAX)
  const at = (price: Draft) =>
    customers.map((one) => previewed({ ...price, name: 'Usage' }, plainDecimal(one.totalQuantity)))
  const priced = usePricePreview(currency, at(draft))
  const before = usePricePreview(currency, saved && isPriceable(saved) ? at(saved) : [])
  const failed = [usage, priced, before].find(({ error }) => error !== null)
  if (failed?.error) {
    return <Problem error={failed.error} onRetry={() => void failed.refetch()} />
  }
  if (customers.length === 0 || priced.data?.lines.length !== customers.length) return null
  const { lines, subtotal } = priced.data
  const today = before.data?.lines.length === customers.length ? before.data : undefined
  const who =
    customers.length === 1
      ? 'The one customer of this plan that used it'
      : `The ${formatCount(customers.length)} customers of this plan that used it`
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        With the actual usage of {formatMonth(month.startDate)}
      </Text>
      <Text size="sm">
        {who} would have paid <b>{formatAmount(subtotal, currency)}</b> for it
        {today && `, and ${formatAmount(today.subtotal, currency)} at the stored price`}.
      </Text>
      <Table fz={13} aria-label="With actual usage">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Customer</Table.Th>
            <Table.Th scope="col" ta="right">
              Units
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Stored price
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Edited price
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {customers.slice(0, SHOWN).map(({ dimensionId, dimensionName, totalQuantity }, index) => (
            <Table.Tr key={dimensionId}>
              <Table.Td maw={160}>
                <Text size="sm" truncate component="div">
                  <CustomerLink customerId={dimensionId} name={dimensionName} />
                </Text>
              </Table.Td>
              <Table.Td ta="right">{formatCount(totalQuantity)}</Table.Td>
              <Table.Td ta="right">
                {today ? formatAmount(today.lines[index]?.amount ?? 0, currency) : '–'}
              </Table.Td>
              <Table.Td ta="right">{formatAmount(lines[index]?.amount ?? 0, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {customers.length > SHOWN && (
        <Text size="xs" c="dimmed">
          and {formatCount(customers.length - SHOWN)} more
        </Text>
      )}
    </Stack>
  )
}
