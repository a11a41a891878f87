import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { eventsQuery } from '../../api/events.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { changedSearch } from '../../ui/url/list-search.ts'
import { FirstEvent } from '../home/first-event.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { EVENT_COLUMNS } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { type EventsSearch, filterOf, isFiltered, NO_FILTERS } from './events-search.ts'

const ASK_AGAIN_MS = 3_000

type Props = {
  search: EventsSearch
  onSearch: (search: EventsSearch, how: 'typed' | 'picked') => void
}

export function EventsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const page = search.page ?? 1
  const limit = search.limit ?? pageSize
  const hasFilters = isFiltered(search)
  const query = useQuery({
    ...eventsQuery(slug, { ...filterOf(search, new Date()), page, limit }),
    placeholderData: keepPreviousData,
    // Nothing moves under what is being read; only while one waits for the first event.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data?.totalResults === 0 && !hasFilters ? ASK_AGAIN_MS : false,
  })
  const pick = (change: Partial<EventsSearch>) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick(NO_FILTERS)
  return (
    <Page title="Events" about="Every job that was recorded, with what it cost. The latest first.">
      <Stack gap="sm">
        <EventFilters
          filters={search}
          onPick={pick}
          onType={(change) => onSearch(changedSearch(search, change), 'typed')}
        />
        <DataTable
          name="Events"
          columns={EVENT_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          pages={
            query.data && (
              <Pages
                list={query.data}
                page={page}
                limit={limit}
                onPage={(to) => onSearch({ ...search, page: to }, 'picked')}
                onLimit={(chosen) => pick({ limit: chosen })}
              />
            )
          }
          empty={hasFilters ? <NoMatch what="events" onClear={clear} /> : <FirstEvent />}
        />
      </Stack>
    </Page>
  )
}
