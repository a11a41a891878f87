import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UsageEvent } from '../../../api/api-types.ts'
import { eventsQuery } from '../../../api/events.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useList } from '../../../ui/table/use-list.tsx'
import { orderOf } from '../../../ui/url/list-search.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { EVENT_COLUMNS } from '../../links/event-columns.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { EVENT_SORTS, TabProps } from './tab-search.ts'

const ORDER = '-usageDate'

const SHOWN = new Set(['Agent', 'Signal', 'Quantity', 'Models', 'Cost', 'Status'])

const COLUMNS: readonly Column<UsageEvent>[] = [
  {
    header: 'Usage date',
    sort: 'usageDate',
    isTime: true,
    cell: (event) => <EventLink event={event} />,
    width: 180,
  },
  ...EVENT_COLUMNS.filter(({ header }) => SHOWN.has(header)),
]

/** Opens the event in the list of events, filtered by this customer. */
function EventLink({ event: { id, customerId, usageDate } }: { event: UsageEvent }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ customerId, event: id }} size="sm">
      <Timestamp at={usageDate} as="bare" />
    </AnchorLink>
  )
}

export function CustomerEvents({ search, onSearch }: TabProps) {
  const { slug } = useOrganization()
  const { id: customerId } = useCustomer()
  const list = useList(search, onSearch)
  const query = useQuery({
    ...eventsQuery(slug, {
      customerId,
      page: list.page,
      limit: list.limit,
      ...orderOf<(typeof EVENT_SORTS)[number]>(search.sort, ORDER),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm" align="stretch">
      <AnchorLink to="/o/$slug/events" params={{ slug }} search={{ customerId }} size="sm">
        Filter these events
      </AnchorLink>
      <DataTable
        name="Events"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        sort={search.sort ?? ORDER}
        onSort={(sort) => list.pick({ sort })}
        pages={list.pagesOf(query.data)}
        empty={
          <Empty title="No events">
            Events that name this customer by its external id appear here as they are recorded.
          </Empty>
        }
      />
    </Stack>
  )
}
