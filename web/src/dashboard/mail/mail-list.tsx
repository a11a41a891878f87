import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { emailsQuery } from '../../api/emails.ts'
import { usePreference } from '../../ui/preferences.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { ChoiceSelect } from '../../ui/table/choice-select.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { changedSearch } from '../../ui/url/list-search.ts'
import { useOrganization } from '../session/use-organization.ts'
import { MAIL_COLUMNS } from './mail-columns.tsx'
import { KINDS, type MailSearch, STATUSES } from './mail-search.ts'

export type MailListProps = { search: MailSearch; onSearch: (search: MailSearch) => void }

export function MailList({ search, onSearch }: MailListProps) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const { kind, status } = search
  const query = useQuery({
    ...emailsQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...(kind === undefined ? {} : { kind }),
      ...(status === undefined ? {} : { status }),
    }),
    placeholderData: keepPreviousData,
  })
  const pick = (change: MailSearch) => onSearch(changedSearch(search, change))
  const clear = () => pick({ kind: undefined, status: undefined })
  const chips = [
    ...(kind === undefined
      ? []
      : [{ label: `About: ${KINDS[kind]}`, onRemove: () => pick({ kind: undefined }) }]),
    ...(status === undefined
      ? []
      : [{ label: `Status: ${STATUSES[status]}`, onRemove: () => pick({ status: undefined }) }]),
  ]
  return (
    <Stack gap="sm">
      <FilterBar chips={chips} onClear={clear}>
        <ChoiceSelect
          label="About"
          any="Anything"
          value={kind}
          options={KINDS}
          onChange={(chosen) => pick({ kind: chosen })}
        />
        <ChoiceSelect
          label="Status"
          any="Any status"
          value={status}
          options={STATUSES}
          onChange={(chosen) => pick({ status: chosen })}
        />
      </FilterBar>
      <DataTable
        name="Mails"
        columns={MAIL_COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={
          query.data && (
            <Pages
              list={query.data}
              page={search.page ?? 1}
              limit={search.limit ?? pageSize}
              onPage={(page) => onSearch({ ...search, page })}
              onLimit={(limit) => pick({ limit })}
            />
          )
        }
        empty={
          chips.length > 0 ? (
            <NoMatch what="mails" onClear={clear} />
          ) : (
            <Empty title="No mails yet">
              Invoices, reminders and receipts appear here when they are written to customers.
            </Empty>
          )
        }
      />
    </Stack>
  )
}
