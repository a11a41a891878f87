import type { InvoiceFilter } from '../../../api/invoices.ts'
import { listSearch } from '../../../ui/url/list-search.ts'
import { inOrder, RANGE_READERS } from '../../../ui/url/range-search.ts'
import { oneOf, uuid } from '../../../ui/url/search-readers.ts'
import { firstDayOf } from '../../../ui/values/ranges.ts'

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

export function isFiltered(search: InvoicesSearch): boolean {
  const names = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]
  return names.some((name) => search[name] !== undefined)
}

/** How the API is asked for what the address says. */
export function filterOf(search: InvoicesSearch, now: Date): InvoiceFilter {
  const { status, customerId, range } = search
  const from = range === undefined ? search.from : firstDayOf(range, now)
  const to = range === undefined ? search.to : undefined
  const [startDate, endDate] =
    from !== undefined && to !== undefined ? inOrder(from, to) : [from, to]
  return {
    ...(search.search === undefined ? {} : { search: search.search }),
    ...(status === undefined ? {} : { status: [status] }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
  }
}
