import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../../api/api-types.ts'
import { subscriptionsQuery } from '../../../api/subscriptions.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useList } from '../../../ui/table/use-list.tsx'
import { orderOf } from '../../../ui/url/list-search.ts'
import { formatDay } from '../../../ui/values/dates.ts'
import { SubscriptionLink } from '../../links/subscription-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { NewSubscriptionButton } from '../../subscriptions/list/new-subscription-button.tsx'
import { dayOrNone, End } from '../../subscriptions/subscription-dates.tsx'
import { cycleInWords, STATES } from '../../subscriptions/subscription-texts.ts'
import { useCustomer } from '../use-customer.ts'
import type { SUBSCRIPTION_SORTS, TabProps } from './tab-search.ts'

const ORDER = '-createdAt'

const COLUMNS: readonly Column<Subscription>[] = [
  {
    header: 'Name',
    sort: 'name',
    share: 50,
    cell: ({ id, name }) => (
      <SubscriptionLink
        subscriptionId={id}
        name={name}
        size="sm"
        fw={500}
        truncate
        display="block"
      />
    ),
  },
  {
    header: 'Plan',
    share: 30,
    cell: ({ planName }) => <span title={planName}>{planName}</span>,
    isOffPhone: true,
  },
  { header: 'Status', cell: ({ status }) => <StateBadge {...STATES[status]} />, width: 130 },
  { header: 'Billing cycle', cell: cycleInWords, isOffPhone: true, width: 140 },
  {
    header: 'Start',
    sort: 'startDate',
    cell: ({ startDate }) => formatDay(startDate),
    isOffPhone: true,
    width: 130,
  },
  { header: 'End', cell: ({ endDate }) => <End at={endDate} />, isOffPhone: true, width: 130 },
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
    ...subscriptionsQuery(slug, {
      customerId,
      page: list.page,
      limit: list.limit,
      ...orderOf<(typeof SUBSCRIPTION_SORTS)[number]>(search.sort, ORDER),
    }),
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
        sort={search.sort ?? ORDER}
        onSort={(sort) => list.pick({ sort })}
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
