import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CustomerMargin, CustomerMargins } from '../../../api/api-types.ts'
import { customerMarginsQuery, type Days } from '../../../api/figures.ts'
import { BarList, type BarRow } from '../../../ui/charts/bar-list.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatCount, formatRounded } from '../../../ui/values/money.ts'
import { CustomerProfitLink } from '../../profit/customer-profit-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const HEIGHT = 260

/** Customers with the lowest margins. */
export function MarginByCustomer({ days }: { days: Days }) {
  const { slug } = useOrganization()
  const query = useQuery({ ...customerMarginsQuery(slug, days), placeholderData: keepPreviousData })
  return (
    <Panel title="Margin by customer" about="Earned minus cost, lowest first">
      <Loaded query={query} height={HEIGHT}>
        {(margins) =>
          margins.results.length === 0 ? (
            <Text c="dimmed">No customer has a margin in this date range.</Text>
          ) : (
            <BarList
              name="Margin by customer"
              nameLabel="Customer"
              valueLabel="Margin"
              rows={margins.results.map((one) => rowOf(one, days))}
            />
          )
        }
      </Loaded>
      {query.data && <Rest margins={query.data} />}
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
          <Text span size="xs" c="dimmed">
            {formatCount(lacking)} without a cost
          </Text>
        )}
      </Group>
    ),
    value: margin,
    text: margin === null ? '–' : formatRounded(margin, currency ?? 'USD'),
  }
}

/** Describes the customers that are not listed. */
function Rest({ margins: { results, totalResults, withoutMargin } }: { margins: CustomerMargins }) {
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
