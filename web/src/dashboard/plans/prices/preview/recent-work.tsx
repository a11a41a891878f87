import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CUSTOMERS_MAX, signalUsageQuery } from '../../../../api/prices.ts'
import { Problem } from '../../../../ui/states/problem.tsx'
import { formatAmount, formatCost, formatCount, plainDecimal } from '../../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../../ui/values/no-cost-yet.ts'
import { firstDayOf } from '../../../../ui/values/ranges.ts'
import { CustomerLink } from '../../../links/customer-link.tsx'
import { useBusinessTime } from '../../../session/use-business-time.ts'
import { useOrganization } from '../../../session/use-organization.ts'
import type { Draft } from '../draft.ts'
import { previewed, usePricePreview } from './use-price-preview.ts'

const SHOWN = 5

type Props = { draft: Draft; currency: string }

/**
 * What the recorded work of the last 30 days would earn at a price without subscriptions,
 * next to what it cost: each customer as one billing period.
 */
export function RecentWork({ draft, currency }: Props) {
  const now = useBusinessTime()
  if (draft.signalId === undefined || now === undefined) return null
  const days = { startDate: firstDayOf('30d', now), endDate: now.toISOString().slice(0, 10) }
  return <OfDays draft={draft} currency={currency} signalId={draft.signalId} days={days} />
}

type OfDaysProps = Props & { signalId: string; days: { startDate: string; endDate: string } }

function OfDays({ draft, currency, signalId, days }: OfDaysProps) {
  const { slug } = useOrganization()
  const usage = useQuery(signalUsageQuery(slug, signalId, days))
  const all = usage.data?.customers ?? []
  const customers = all.slice(0, CUSTOMERS_MAX)
  const priced = usePricePreview(
    currency,
    customers.map((one) => previewed({ ...draft, name: 'Usage' }, plainDecimal(one.totalQuantity))),
  )
  const failed = [usage, priced].find(({ error }) => error !== null)
  if (failed?.error) {
    return <Problem error={failed.error} onRetry={() => void failed.refetch()} />
  }
  if (usage.data === undefined || customers.length === 0) return null
  if (priced.data?.lines.length !== customers.length) return null
  const { lines, subtotal } = priced.data
  const { totalCost, uncostedEvents, totalEvents } = usage.data.total
  const cost =
    totalEvents === uncostedEvents
      ? '. What it cost is not known yet.'
      : ` and cost you ${formatCost(totalCost)}.`
  const hasOutcome = customers.some(({ totalQuantity }) => totalQuantity !== 0)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        With your work of the last 30 days
      </Text>
      <Text size="sm">
        It would earn <b>{formatAmount(subtotal, currency)}</b>
        {all.length > customers.length
          ? ` from the first ${formatCount(customers.length)} customers.`
          : cost}
        {!hasOutcome && ' It has no outcome: its quantity is 0.'}
      </Text>
      <Table fz={13} aria-label="With your work of the last 30 days">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Customer</Table.Th>
            <Table.Th scope="col" ta="right">
              Units
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Cost
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Earns
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {customers.slice(0, SHOWN).map((one, index) => (
            <Table.Tr key={one.dimensionId}>
              <Table.Td maw={160}>
                <Text size="sm" truncate component="div">
                  <CustomerLink customerId={one.dimensionId} name={one.dimensionName} />
                </Text>
              </Table.Td>
              <Table.Td ta="right">{formatCount(one.totalQuantity)}</Table.Td>
              <Table.Td ta="right">
                {one.totalEvents === one.uncostedEvents ? NO_COST_YET : formatCost(one.totalCost)}
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
