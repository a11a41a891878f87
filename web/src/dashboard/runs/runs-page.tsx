import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { runsQuery } from '../../api/runs.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences/preferences.ts'
import { CursorPages } from '../../ui/table/cursor-pages.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import type { OnSearch } from '../../ui/table/use-list.tsx'
import { hasAny } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { useOrganization } from '../session/use-organization.ts'
import { RUN_COLUMNS } from './run-columns.tsx'
import { RunFilters } from './run-filters.tsx'
import { type RunFilters as Filters, NO_FILTERS, type RunsSearch } from './runs-search.ts'
import { SendTraces } from './send-traces.tsx'
import { useCursorTrail } from './use-cursor-trail.ts'

type Props = { search: RunsSearch; onSearch: OnSearch<RunsSearch> }

/** Runs of agents that arrived as traces, the latest first. */
export function RunsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const { after, limit = pageSize, ...filters } = search
  const trail = useCursorTrail(after)
  const query = useQuery({
    ...runsQuery(slug, { limit, ...given({ after, ...filters }) }),
    placeholderData: keepPreviousData,
  })
  const next = query.data?.nextAfter ?? null
  // Another filter has other pages.
  const change = (how: 'typed' | 'picked') => (changes: Filters) =>
    onSearch({ ...search, after: undefined, ...changes }, how)
  const pick = change('picked')
  const turn = (cursor: string) => {
    if (cursor === next) trail.extend(cursor)
    onSearch({ ...search, after: cursor || undefined }, 'picked')
  }
  const isEmpty = isFirstUse(query, hasAny(search, NO_FILTERS))
  return (
    <Page
      title="Runs"
      about="Runs of agents that arrived as traces, logs or calls of a gateway, with what they cost."
    >
      <Stack gap="sm">
        {!isEmpty && <RunFilters filters={filters} onPick={pick} onType={change('typed')} />}
        <DataTable
          name="Runs"
          columns={RUN_COLUMNS}
          rowKey={({ runId }) => runId}
          query={query}
          pages={
            query.data && (
              <CursorPages
                limit={limit}
                previous={trail.previous}
                next={next}
                onCursor={turn}
                onLimit={(chosen) =>
                  onSearch({ ...search, after: undefined, limit: chosen }, 'picked')
                }
              />
            )
          }
          empty={
            isEmpty ? <SendTraces /> : <NoMatch what="runs" onClear={() => pick(NO_FILTERS)} />
          }
        />
      </Stack>
    </Page>
  )
}
