import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { emailsQuery } from '../../api/emails.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { useList } from '../../ui/table/use-list.tsx'
import { given } from '../../ui/url/search-readers.ts'
import { useOrganization } from '../session/use-organization.ts'
import { MAIL_COLUMNS } from './mail-columns.tsx'
import { KINDS, type MailSearch, STATUSES } from './mail-search.ts'

export type MailListProps = { search: MailSearch; onSearch: (search: MailSearch) => void }

export function MailList({ search, onSearch }: MailListProps) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const { kind, status } = search
  const query = useQuery({
    ...emailsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...given({ kind, status }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick } = list
  const clear = () => pick({ kind: undefined, status: undefined })
  const chips = chipsOf(
    { kind: kind && `Type: ${KINDS[kind]}`, status: status && `Status: ${STATUSES[status]}` },
    pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  return (
    <Stack gap="sm">
      {!isEmpty && (
        <FilterBar chips={chips} onClear={clear}>
          <ChoiceSelect
            label="Type"
            any="Any type"
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
      )}
      <DataTable
        name="Emails"
        columns={MAIL_COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        pages={list.pagesOf(query.data)}
        empty={
          isEmpty ? (
            <Empty title="No emails yet">
              Invoices, reminders and receipts appear here when they are emailed to customers.
            </Empty>
          ) : (
            <NoMatch what="emails" onClear={clear} />
          )
        }
      />
    </Stack>
  )
}
