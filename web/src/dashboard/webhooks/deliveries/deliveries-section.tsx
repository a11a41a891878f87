import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { deliveriesQuery } from '../../../api/webhook-endpoints.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { chipsOf } from '../../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { onePage, useNeighbours } from '../../../ui/table/use-neighbours.ts'
import { orderOf } from '../../../ui/url/list-search.ts'
import { given } from '../../../ui/url/search-readers.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { TYPE_OPTIONS } from '../announcement-types.ts'
import { LIVE_MS, LiveSwitch } from '../live-switch.tsx'
import { DELIVERY_STATUSES, type DeliveriesSearch } from './deliveries-search.ts'
import { deliveryColumns } from './delivery-columns.tsx'

const DeliveryPanel = lazy(() => import('./delivery-panel.tsx'))

const ORDER = '-createdAt'

type Props = {
  endpoint: WebhookEndpoint
  search: DeliveriesSearch
  onSearch: OnSearch<DeliveriesSearch>
}

/** The deliveries to an endpoint; one of them is open next to the list. */
export function DeliveriesSection({ endpoint, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isLive, setLive] = useState(false)
  const { status, type, delivery } = search
  const query = useQuery({
    ...deliveriesQuery(slug, endpoint.id, {
      page: list.page,
      limit: list.limit,
      // A live list shows no total, which would be counted at each request.
      exactTotal: !isLive,
      sortOrder: orderOf<'createdAt'>(search.sort, ORDER).sortOrder,
      ...given({ status, type: type && [type] }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  })
  const { pick } = list
  const clear = () => pick({ status: undefined, type: undefined })
  const chips = chipsOf(
    { status: status && `Status: ${DELIVERY_STATUSES[status]}`, type: type && `Type: ${type}` },
    pick,
  )
  const open = (opened: string | undefined) => onSearch({ ...search, delivery: opened }, 'typed')
  const steps = useNeighbours({
    list: isLive ? onePage(query.data) : query.data,
    keyOf: ({ announcementId }) => announcementId,
    open: delivery,
    onOpen: open,
    onPage: list.toPage,
  })
  return (
    <Section
      title="Deliveries"
      about="Each announcement that was sent to this endpoint, with every attempt."
      action={
        <LiveSwitch
          isLive={isLive}
          onChange={(on) => {
            setLive(on)
            // New deliveries are on the first page.
            if (on && list.page > 1) pick({})
          }}
        />
      }
    >
      <Stack gap="sm">
        <FilterBar chips={chips} onClear={clear}>
          <ChoiceSelect
            label="Status"
            any="Any status"
            value={status}
            options={DELIVERY_STATUSES}
            onChange={(chosen) => pick({ status: chosen })}
          />
          <ChoiceSelect
            label="Type"
            any="Any type"
            value={type}
            options={TYPE_OPTIONS}
            onChange={(chosen) => pick({ type: chosen })}
          />
        </FilterBar>
        <DataTable
          name="Deliveries"
          columns={deliveryColumns(search)}
          rowKey={({ announcementId }) => announcementId}
          // Rows of a live list are never stale.
          query={isLive ? { ...query, isFetching: query.isPlaceholderData } : query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          openRow={delivery}
          pages={!isLive && list.pagesOf(query.data)}
          empty={
            chips.length > 0 ? (
              <NoMatch what="deliveries" onClear={clear} />
            ) : (
              <NoRows>
                Nothing was sent to this endpoint yet. Send a test to see how it answers.
              </NoRows>
            )
          }
        />
      </Stack>
      <Suspense>
        {delivery !== undefined && (
          <DeliveryPanel
            endpoint={endpoint}
            announcementId={delivery}
            listed={query.data?.results.find((one) => one.announcementId === delivery)}
            steps={steps}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </Section>
  )
}
