import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rejectionsQuery } from '../../api/rejections.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { hasAny } from '../../ui/url/list-search.ts'
import { useOrganization } from '../session/use-organization.ts'
import { OpenRequests } from './open-requests.tsx'
import { REJECTION_COLUMNS } from './rejection-columns.tsx'
import { RejectionFilters } from './rejection-filters.tsx'
import { filterOf, NO_FILTERS, type RejectionsSearch } from './rejections-search.ts'

type Props = { search: RejectionsSearch; onSearch: OnSearch<RejectionsSearch> }

/** Outcomes that did not hold: their units are not billed. */
export function RejectionsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const query = useQuery({
    ...rejectionsQuery(slug, { ...filterOf(search), page: list.page, limit: list.limit }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = isFirstUse(query, hasAny(search, NO_FILTERS))
  return (
    <Page
      title="Rejections"
      about="Outcomes that did not hold. Their units are not billed, and their cost stays."
    >
      <Stack gap="sm">
        <OpenRequests />
        {!isEmpty && <RejectionFilters filters={search} onPick={list.pick} onType={list.type} />}
        <DataTable
          name="Rejections"
          columns={REJECTION_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty
                title="No rejections yet"
                action={
                  <AnchorLink to="/o/$slug/events" params={{ slug }}>
                    View events
                  </AnchorLink>
                }
              >
                Reject an outcome that a customer does not accept, such as a ticket that was opened
                again. Open its event or its run to reject it. Customers ask in the portal if their
                plan gives them days to reject.
              </Empty>
            ) : (
              <NoMatch what="rejections" onClear={() => list.pick(NO_FILTERS)} />
            )
          }
        />
      </Stack>
    </Page>
  )
}
