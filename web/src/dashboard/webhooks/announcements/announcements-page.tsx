import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { announcementsQuery } from '../../../api/announcements.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { isFirstUse } from '../../../ui/table/first-use.ts'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { onePage, useNeighbours } from '../../../ui/table/use-neighbours.ts'
import { hasAny } from '../../../ui/url/list-search.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { LIVE_MS, LiveSwitch } from '../live-switch.tsx'
import { ANNOUNCEMENT_COLUMNS } from './announcement-columns.tsx'
import { AnnouncementFilters } from './announcement-filters.tsx'
import { type AnnouncementsSearch, filterOf, NO_FILTERS } from './announcements-search.ts'

const AnnouncementPanel = lazy(() => import('./announcement-panel.tsx'))

type Props = { search: AnnouncementsSearch; onSearch: OnSearch<AnnouncementsSearch> }

/** Everything that happened, as webhooks deliver it. */
export function AnnouncementsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isLive, setLive] = useState(false)
  const query = useQuery({
    ...announcementsQuery(slug, {
      ...filterOf(search, new Date()),
      page: list.page,
      limit: list.limit,
      // A live list shows no total, which would be counted at each request.
      exactTotal: !isLive,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  })
  const { pick } = list
  const open = (opened: string | undefined) =>
    onSearch({ ...search, announcement: opened }, 'typed')
  const steps = useNeighbours({
    list: isLive ? onePage(query.data) : query.data,
    keyOf: ({ id }) => id,
    open: search.announcement,
    onOpen: open,
    onPage: list.toPage,
  })
  const isEmpty = isFirstUse(query, hasAny(search, NO_FILTERS))
  return (
    <Page
      title="Announcements"
      about="Everything that happened, the latest first. Webhooks deliver it to your systems."
      action={
        <LiveSwitch
          isLive={isLive}
          onChange={(on) => {
            setLive(on)
            // New announcements are on the first page.
            if (on && list.page > 1) pick({})
          }}
        />
      }
    >
      <Stack gap="sm">
        {!isEmpty && <AnnouncementFilters filters={search} onPick={pick} />}
        <DataTable
          name="Announcements"
          columns={ANNOUNCEMENT_COLUMNS}
          rowKey={({ id }) => id}
          // Rows of a live list are never stale.
          query={isLive ? { ...query, isFetching: query.isPlaceholderData } : query}
          openRow={search.announcement}
          pages={!isLive && list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No announcements yet">
                Changes of customers, subscriptions, invoices and payments appear here as they
                happen.
              </Empty>
            ) : (
              <NoMatch what="announcements" onClear={() => pick(NO_FILTERS)} />
            )
          }
        />
      </Stack>
      <Suspense>
        {search.announcement !== undefined && (
          <AnnouncementPanel
            announcementId={search.announcement}
            steps={steps}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}
