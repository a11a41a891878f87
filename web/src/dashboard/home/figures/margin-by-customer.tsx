import { Group, Text } from '@mantine/core'
import type { CustomerMargin, Overview } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import { BarList, type BarRow } from '../../../ui/charts/bar-list.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { CustomerProfitLink } from '../../profit/customer-profit-link.tsx'

type Props = { customers: Overview['customers']; days: Days }

/** Customers with the lowest margins. */
export function MarginByCustomer({ customers, days }: Props) {
  return (
    <Panel title="Margin by customer" about="Earned minus cost, lowest first">
      {customers.results.length === 0 ? (
        <Text c="dimmed">No customer has a margin in this date range.</Text>
      ) : (
        <BarList
          name="Margin by customer"
          nameLabel="Customer"
          valueLabel="Margin"
          rows={customers.results.map((one) => rowOf(one, days))}
        />
      )}
      <Rest customers={customers} />
    </Panel>
  )
}

function rowOf(
  { customerId, customerName, currency, margin, ...of }: CustomerMargin,
  days: Days,
): BarRow {
  const lacking = of.uncostedEvents
  return {
    key: customerId,
    name: (
      <Group gap={6} wrap="nowrap">
        <CustomerProfitLink customerId={customerId} name={customerName} days={days} />
        {lacking > 0 && (
          <Text span size="xs" c="dimmed" flex="none">
            {formatCount(lacking)} without a cost
          </Text>
        )}
      </Group>
    ),
    value: margin,
    text: margin === null ? '–' : <Rounded amount={margin} currency={currency ?? 'USD'} />,
  }
}

/** Describes the customers that are not listed. */
function Rest({ customers }: Pick<Props, 'customers'>) {
  const { results, totalResults, withoutMargin } = customers
  const notes = [
    ...(totalResults > results.length
      ? [`Shows the lowest ${formatCount(results.length)} of ${formatCount(totalResults)}.`]
      : []),
    ...(withoutMargin > 0
      ? [
          `${formatCount(withoutMargin)} more have no margin because their earned amounts are not in USD.`,
        ]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <Text size="xs" c="dimmed">
      {notes.join(' ')}
    </Text>
  )
}
