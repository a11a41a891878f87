import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { csvOf } from '../../api/client.ts'
import { eventsQuery } from '../../api/events.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ColumnMenu } from '../../ui/table/columns/column-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { useNeighbours } from '../../ui/table/use-neighbours.ts'
import { hasAny } from '../../ui/url/list-search.ts'
import { EVENT_COLUMNS } from '../links/event-columns.tsx'
import { useColumnChoice } from '../session/use-column-choice.ts'
import { useOrganization } from '../session/use-organization.ts'
import { CorrectButton } from './correct-button.tsx'
import { EventFilters } from './event-filters.tsx'
import { type EventsSearch, eventOrder, filterOf, NO_FILTERS, ORDER } from './events-search.ts'
import { LiveSwitch } from './live-switch.tsx'

const EventPanel = lazy(() => import('./event-panel.tsx'))
/** Only an organization without events needs it. */
const FirstEvent = lazy(() =>
  import('../first-event/first-event.tsx').then((module) => ({ default: module.FirstEvent })),
)

const ASK_AGAIN_MS = 3_000

type Props = {
  search: EventsSearch
  onSearch: OnSearch<EventsSearch>
}

export function EventsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const hasFilters = hasAny(search, NO_FILTERS)
  const queryClient = useQueryClient()
  const filter = filterOf(search, new Date())
  const query = useQuery({
    ...eventsQuery(slug, {
      ...filter,
      ...eventOrder(search),
      page: list.page,
      limit: list.limit,
    }),
    placeholderData: keepPreviousData,
    // Polls only while waiting for the first event, so that rows do not move while they are read.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data?.totalResults === 0 && !hasFilters ? ASK_AGAIN_MS : false,
  })
  const { pick } = list
  const choice = useColumnChoice('events')
  const clear = () => pick(NO_FILTERS)
  const showNew = () => {
    if (list.page > 1) pick({})
    void queryClient.invalidateQueries({ queryKey: [slug, 'events', 'list'] })
  }
  // Replaces the history entry and keeps the state of the list.
  const open = (event: string | undefined) => onSearch({ ...search, event }, 'typed')
  const steps = useNeighbours({
    list: query.data,
    keyOf: ({ id }) => id,
    open: search.event,
    onOpen: open,
    onPage: list.toPage,
  })
  const isEmpty = isFirstUse(query, hasFilters)
  return (
    <Page
      title="Events"
      about="Every recorded event with its cost."
      action={
        !isEmpty && (
          <Group gap="md">
            {query.data && (
              <LiveSwitch filter={filter} known={query.data.totalResults} onShow={showNew} />
            )}
            <ColumnMenu columns={EVENT_COLUMNS} choice={choice} />
            <CorrectButton />
            <ExportButton load={() => csvOf(slug, '/v1/events', filter)} />
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {!isEmpty && <EventFilters filters={search} onPick={pick} onType={list.type} />}
        <DataTable
          name="Events"
          columns={EVENT_COLUMNS}
          hidden={choice.hidden}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          openRow={search.event}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Suspense fallback={<div aria-busy />}>
                <FirstEvent />
              </Suspense>
            ) : (
              <NoMatch what="events" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>
        {search.event !== undefined && (
          <EventPanel
            eventId={search.event}
            listed={query.data?.results.find(({ id }) => id === search.event)}
            steps={steps}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}
