import type { InvoiceFilter } from '../../../api/invoices.ts'
import { listSearch, orderOf } from '../../../ui/url/list-search.ts'
import { daysOf, RANGE_READERS } from '../../../ui/url/range-search.ts'
import { given, oneOf, uuid } from '../../../ui/url/search-readers.ts'

/** Statuses in the order of their tabs. */
export const TABS = ['draft', 'pending', 'issued', 'overdue', 'paid', 'refunded', 'void'] as const

/** Latest first, unless a column is chosen. */
export const ORDER = '-issueDate'
const SORTS = ['issueDate', 'dueDate', 'total', 'amountDue'] as const

export const invoicesSearch = listSearch(SORTS, {
  status: oneOf(TABS),
  customerId: uuid,
  ...RANGE_READERS,
})
export type InvoicesSearch = ReturnType<typeof invoicesSearch>

/** All filters except the tab. */
export const NO_FILTERS = {
  search: undefined,
  customerId: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
} satisfies InvoicesSearch

/** Converts the URL to an API query. */
export const filterOf = (search: InvoicesSearch, now: Date): InvoiceFilter => ({
  ...given({
    search: search.search,
    status: search.status && [search.status],
    customerId: search.customerId,
  }),
  ...daysOf(search, now),
})

/** Returns the order for the API. */
export const invoiceOrder = ({ sort }: InvoicesSearch) =>
  orderOf<(typeof SORTS)[number]>(sort, ORDER)
