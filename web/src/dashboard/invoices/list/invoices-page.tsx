import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CUSTOMERS } from '../../../api/choices.ts'
import { csvOf } from '../../../api/client.ts'
import { invoiceCountsQuery, invoicesQuery } from '../../../api/invoices.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { ColumnMenu } from '../../../ui/table/columns/column-menu.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ExportButton } from '../../../ui/table/export-button.tsx'
import { chipsOf, rangeTexts } from '../../../ui/table/filters/chips.ts'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { RangeFilter } from '../../../ui/table/filters/range-filter.tsx'
import { SearchField } from '../../../ui/table/filters/search-field.tsx'
import { isFirstUse } from '../../../ui/table/first-use.ts'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { useIsPhone } from '../../../ui/theme/use-is-phone.ts'
import { hasAny } from '../../../ui/url/list-search.ts'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useColumnChoice } from '../../session/use-column-choice.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { BulkBar } from './bulk-bar.tsx'
import { INVOICE_COLUMNS, selectColumn } from './invoice-columns.tsx'
import { InvoiceTabs } from './invoice-tabs.tsx'
import {
  filterOf,
  type InvoicesSearch,
  invoiceOrder,
  NO_FILTERS,
  ORDER,
} from './invoices-search.ts'
import { useSelection } from './use-selection.ts'

const GenerateDialog = lazy(() => import('../generate/generate-dialog.tsx'))

type Props = {
  search: InvoicesSearch
  onSearch: OnSearch<InvoicesSearch>
}

/** Invoices by status: drafts, open, overdue and paid. */
export function InvoicesPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const now = useBusinessTime()
  const [isGenerating, setGenerating] = useState(false)
  const filter = filterOf(search, new Date())
  const query = useQuery({
    ...invoicesQuery(slug, {
      ...filter,
      ...invoiceOrder(search),
      limit: list.limit,
      offset: (list.page - 1) * list.limit,
    }),
    placeholderData: keepPreviousData,
  })
  const { data: counts } = useQuery(invoiceCountsQuery(slug, filter))
  const shown = query.data?.results ?? []
  const selection = useSelection(shown)
  const isPhone = useIsPhone()
  const { pick, type } = list
  const columns = [
    selectColumn(selection.ids, selection.toggle),
    ...INVOICE_COLUMNS({ now, isPhone }),
  ]
  const choice = useColumnChoice('invoices')
  const generate = (
    <AllowedButton permission="bill" onClick={() => setGenerating(true)}>
      Generate invoice
    </AllowedButton>
  )
  const total = search.status === undefined ? counts?.total : counts?.byStatus[search.status]
  const counted =
    query.data && total !== undefined ? { results: shown, totalResults: total } : undefined
  const chips = useChips(search, pick)
  const isEmpty = isFirstUse(
    { ...query, data: counted },
    hasAny(search, NO_FILTERS) || search.status !== undefined,
  )
  return (
    <Page
      title="Invoices"
      about="A draft is generated at the end of each billing period and sent automatically after its grace period."
      action={
        !isEmpty && (
          <Group gap="sm">
            <ColumnMenu columns={columns} choice={choice} />
            <ExportButton
              load={() => csvOf(slug, '/v1/invoices', { ...filter, table: 'accounting' })}
            />
            {generate}
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {!isEmpty && <InvoiceTabs search={search} filter={filter} />}
        {!isEmpty && (
          <FilterBar
            search={
              <SearchField
                label="Search by number"
                value={search.search}
                onChange={(typed) => type({ search: typed || undefined })}
              />
            }
            chips={chips}
            onClear={() => pick(NO_FILTERS)}
            isSheetOnPhone
          >
            <CustomerPicker
              value={search.customerId}
              onChange={(customerId) => pick({ customerId })}
            />
            <RangeFilter
              range={search.range}
              from={search.from}
              to={search.to}
              any="Any issue date"
              onChange={pick}
            />
          </FilterBar>
        )}
        <BulkBar invoices={shown} selection={selection} />
        <DataTable
          name="Invoices"
          columns={columns}
          hidden={choice.hidden}
          rowKey={({ id }) => id}
          query={{ ...query, data: counted }}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(counted)}
          empty={
            isEmpty ? (
              <Empty title="No invoices yet" action={generate}>
                Invoices are generated at the end of each billing period from its usage.
              </Empty>
            ) : (
              <NoMatch what="invoices" onClear={() => pick({ ...NO_FILTERS, status: undefined })} />
            )
          }
        />
      </Stack>
      <Suspense>{isGenerating && <GenerateDialog onClose={() => setGenerating(false)} />}</Suspense>
    </Page>
  )
}

/** Returns active filters in words. The tab shows the status. */
function useChips(search: InvoicesSearch, pick: (change: InvoicesSearch) => void) {
  const customer = useChoice(CUSTOMERS, search.customerId)
  return chipsOf(
    {
      search: search.search && `Number: ${search.search}`,
      customerId: customer && `Customer: ${customer.name}`,
      ...rangeTexts(search),
    },
    pick,
  )
}
