import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../../api/api-types.ts'
import { subscriptionsQuery } from '../../../api/subscriptions.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useList } from '../../../ui/table/use-list.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { NewSubscriptionButton } from '../../subscriptions/list/new-subscription-button.tsx'
import { dayOrNone, End } from '../../subscriptions/subscription-dates.tsx'
import { cycleInWords, STATES } from '../../subscriptions/subscription-texts.ts'
import { useCustomer } from '../use-customer.ts'
import type { TabProps } from './tab-search.ts'

const COLUMNS: readonly Column<Subscription>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <SubscriptionLink
        subscriptionId={id}
        name={name}
        size="sm"
        fw={500}
        truncate
        display="block"
        maw={320}
      />
    ),
  },
  { header: 'Plan', cell: ({ planName }) => planName, isOffPhone: true },
  { header: 'Status', cell: ({ status }) => <StateBadge {...STATES[status]} />, width: 130 },
  { header: 'Billing cycle', cell: cycleInWords, width: 140 },
  { header: 'Start', cell: ({ startDate }) => formatDay(startDate), width: 130 },
  { header: 'End', cell: ({ endDate }) => <End at={endDate} />, width: 130 },
  {
    header: 'Next invoice',
    cell: ({ nextInvoiceDate }) => dayOrNone(nextInvoiceDate),
    width: 130,
  },
]

export function CustomerSubscriptions({ search, onSearch }: TabProps) {
  const { slug } = useOrganization()
  const { id: customerId } = useCustomer()
  const list = useList(search, onSearch)
  const query = useQuery({
    ...subscriptionsQuery(slug, { customerId, page: list.page, limit: list.limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      {query.data !== undefined && query.data.totalResults > 0 && (
        <Group justify="flex-end">
          <NewSubscriptionButton customerId={customerId} variant="default" />
        </Group>
      )}
      <DataTable
        name="Subscriptions"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={list.pagesOf(query.data)}
        empty={
          <Empty
            title="No subscriptions"
            action={<NewSubscriptionButton customerId={customerId} />}
          >
            This customer’s usage is recorded. It is billed once the customer has a subscription to
            a plan.
          </Empty>
        }
      />
    </Stack>
  )
}
