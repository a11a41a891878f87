import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AuditFilter, auditLogQuery } from '../../api/audit-log.ts'
import { csvOf } from '../../api/client.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences/preferences.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { CursorPages } from '../../ui/table/cursor-pages.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { useIsPhone } from '../../ui/theme/use-is-phone.ts'
import { useOrganization } from '../session/use-organization.ts'
import { AUDIT_COLUMNS, PHONE_COLUMNS } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditLogSearch } from './audit-log-search.ts'

type Props = { search: AuditLogSearch; onSearch: (search: AuditLogSearch) => void }

export function AuditLogPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const isPhone = useIsPhone()
  const pageSize = usePreference('pageSize')
  const { data, ...query } = useQuery({
    ...auditLogQuery(slug, filterOf(search, search.limit ?? pageSize)),
    placeholderData: keepPreviousData,
  })
  const { limit, cursor: _cursor, ...filters } = search
  const kept = limit === undefined ? {} : { limit }
  const { limit: _limit, ...exported } = filterOf(filters, pageSize)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Page
      title="Audit log"
      about="Changes made with an API key of this organization or by its members. Reads are kept too: choose All requests."
      action={<ExportButton load={() => csvOf(slug, '/v1/audit-log', exported)} />}
    >
      <Stack gap="sm">
        <AuditFilters
          search={filters}
          onSearch={(change) => onSearch({ ...kept, ...filters, ...change })}
          onClear={() => onSearch(kept)}
        />
        <DataTable
          name="Audit log"
          columns={isPhone ? PHONE_COLUMNS : AUDIT_COLUMNS}
          rowKey={({ id }) => id}
          query={{ data, ...query }}
          pages={
            data && (
              <CursorPages
                limit={search.limit ?? pageSize}
                previous={data.previousCursor}
                next={data.nextCursor}
                onCursor={(cursor) => onSearch({ ...search, cursor })}
                onLimit={(chosen) => onSearch({ ...filters, limit: chosen })}
              />
            )
          }
          empty={
            isFiltered ? (
              <NoMatch what="requests" onClear={() => onSearch(kept)} />
            ) : (
              <Empty title="No changes yet">Changes appear here as they are made.</Empty>
            )
          }
        />
      </Stack>
    </Page>
  )
}

/** Converts the URL to an API query. Without a choice, only changes are listed. */
function filterOf({ from, to, requests, ...search }: AuditLogSearch, limit: number): AuditFilter {
  const startDate = from === undefined ? {} : { startDate: from }
  const endDate = to === undefined ? {} : { endDate: to }
  const changes = requests === 'all' ? {} : { isChange: requests === undefined }
  return { ...search, ...changes, ...startDate, ...endDate, limit } as AuditFilter
}
