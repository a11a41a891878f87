import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CUSTOMERS_MAX, signalUsageQuery } from '../../../../api/prices.ts'
import { Problem } from '../../../../ui/states/problem.tsx'
import { formatMonth, monthBefore } from '../../../../ui/values/dates.ts'
import { formatAmount, formatCount, plainDecimal } from '../../../../ui/values/money.ts'
import { CustomerLink } from '../../../links/customer-link.tsx'
import { useBusinessTime } from '../../../session/use-business-time.ts'
import { useOrganization } from '../../../session/use-organization.ts'
import type { Draft } from '../draft.ts'
import { previewed, usePricePreview } from './use-price-preview.ts'

const SHOWN = 5

/** Applies this price to the actual usage of customers in the last month. */
export function LastMonth({ draft, currency }: { draft: Draft; currency: string }) {
  const { signalId } = draft
  const now = useBusinessTime()
  if (signalId === undefined || now === undefined) return null
  return (
    <OnRealUsage draft={draft} signalId={signalId} month={monthBefore(now)} currency={currency} />
  )
}

type Props = {
  draft: Draft
  signalId: string
  month: { startDate: string; endDate: string }
  currency: string
}

function OnRealUsage({ draft, signalId, month, currency }: Props) {
  const { slug } = useOrganization()
  const usage = useQuery(signalUsageQuery(slug, signalId, month))
  const customers = usage.data ?? []
  const priced = usePricePreview(
    currency,
    customers.map((one) => previewed({ ...draft, name: 'Usage' }, plainDecimal(one.totalQuantity))),
  )
  const problem = usage.error ?? priced.error
  if (problem) {
    const retry = () => void (usage.error ? usage.refetch() : priced.refetch())
    return <Problem error={problem} onRetry={retry} />
  }
  if (customers.length === 0 || priced.data?.lines.length !== customers.length) return null
  const { lines, subtotal } = priced.data
  const who =
    customers.length === CUSTOMERS_MAX
      ? `The ${CUSTOMERS_MAX} customers with the most events`
      : customers.length === 1
        ? 'The one customer that used it'
        : `The ${formatCount(customers.length)} customers that used it`
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        With the actual usage of {formatMonth(month.startDate)}
      </Text>
      <Text size="sm">
        {who} would have paid <b>{formatAmount(subtotal, currency)}</b> for it.
      </Text>
      <Table fz={13} aria-label="With actual usage">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Customer</Table.Th>
            <Table.Th scope="col" ta="right">
              Units
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Would have paid
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
