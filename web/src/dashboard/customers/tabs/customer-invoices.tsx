import { Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InvoiceSummary } from '../../../api/api-types.ts'
import { invoicesQuery } from '../../../api/invoices.ts'
import { InvoiceBadge } from '../../../ui/billing/invoice-badge.tsx'
import { subjectOf } from '../../../ui/billing/invoice-kinds.ts'
import { PageButtons } from '../../../ui/layout/page-buttons.tsx'
import { usePreference } from '../../../ui/preferences/preferences.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { PageSizeSelect } from '../../../ui/table/page-size-select.tsx'
import { changedSearch, orderOf } from '../../../ui/url/list-search.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { DueDay } from '../../invoices/list/due-day.tsx'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { INVOICE_SORTS, TabProps } from './tab-search.ts'

const ORDER = '-issueDate'

/** Invoice dates are days in the customer's time zone, whatever the viewer's zone. */
const columns = (timeZone: string): readonly Column<InvoiceSummary>[] => [
  { header: 'Number', cell: (invoice) => <InvoiceLink invoice={invoice} />, width: 160 },
  {
    header: 'Status',
    cell: ({ status }) => <InvoiceBadge status={status} />,
    width: 130,
  },
  {
    header: 'Period',
    isOffPhone: true,
    cell: (invoice) => subjectOf(invoice, timeZone),
  },
  {
    header: 'Due',
    isOffPhone: true,
    sort: 'dueDate',
    cell: (invoice) => <DueDay invoice={invoice} now={undefined} />,
    width: 130,
  },
  {
    header: 'Total',
    sort: 'total',
    cell: ({ total, currency }) => formatAmount(total, currency),
    isFigure: true,
    width: 130,
  },
  {
    header: 'Amount due',
    cell: ({ status, amountDue, currency }) =>
      status === 'draft' ? '–' : formatAmount(amountDue, currency),
    isFigure: true,
    width: 130,
  },
]

export function CustomerInvoices({ search, onSearch }: TabProps) {
  const { slug } = useOrganization()
  const { id: customerId, timezone } = useCustomer()
  const pageSize = usePreference('pageSize')
  const [page, limit] = [search.page ?? 1, search.limit ?? pageSize]
  const query = useQuery({
    ...invoicesQuery(slug, {
      customerId,
      limit,
      offset: (page - 1) * limit,
      ...orderOf<(typeof INVOICE_SORTS)[number]>(search.sort, ORDER),
    }),
    placeholderData: keepPreviousData,
  })
  const go = (to: number) => () => onSearch({ ...search, page: to })
  const hasMore = query.data?.hasMore === true
  // The API has no total for these; a page after the last one follows pages with rows.
  const data = query.data && {
    results: query.data.results,
    totalResults: (page - 1) * limit + query.data.results.length,
  }
  return (
    <DataTable
      name="Invoices"
      columns={columns(timezone)}
      rowKey={({ id }) => id}
      query={{ ...query, data }}
      sort={search.sort ?? ORDER}
      onSort={(sort) => onSearch(changedSearch(search, { sort }))}
      pages={
        (page > 1 || hasMore) && (
          <Group justify="flex-end" gap={8} pt={8}>
            <PageSizeSelect
              limit={limit}
              onLimit={(chosen) => onSearch(changedSearch(search, { limit: chosen }))}
            />
            <PageButtons
              previous={page > 1 ? go(page - 1) : undefined}
              next={hasMore ? go(page + 1) : undefined}
            />
          </Group>
        )
      }
      empty={
        <Empty title="No invoices">Invoices are generated at the end of each billing period.</Empty>
      }
    />
  )
}
