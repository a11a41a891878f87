import type { InvoiceFilter } from '../../../api/invoices.ts'
import { listSearch } from '../../../ui/url/list-search.ts'
import { daysOf, RANGE_READERS } from '../../../ui/url/range-search.ts'
import { given, oneOf, uuid } from '../../../ui/url/search-readers.ts'

const STATUSES = ['draft', 'pending', 'issued', 'overdue', 'paid', 'void', 'refunded'] as const

export const invoicesSearch = listSearch([], {
  status: oneOf(STATUSES),
  customerId: uuid,
  ...RANGE_READERS,
})
export type InvoicesSearch = ReturnType<typeof invoicesSearch>

/** The states that have a tab; the others are found in all. */
export const TABS = ['draft', 'pending', 'issued', 'overdue', 'paid'] as const

/** All that filters but the tab. */
export const NO_FILTERS = {
  search: undefined,
  customerId: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
} satisfies InvoicesSearch

/** How the API is asked for what the address says. */
export const filterOf = (search: InvoicesSearch, now: Date): InvoiceFilter => ({
  ...given({
    search: search.search,
    status: search.status && [search.status],
    customerId: search.customerId,
  }),
  ...daysOf(search, now),
})
