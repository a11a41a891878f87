import type { PaymentFilter } from '../../api/payments.ts'
import { listSearch } from '../../ui/url/list-search.ts'
import { inOrder, RANGE_READERS } from '../../ui/url/range-search.ts'
import { oneOf, uuid } from '../../ui/url/search-readers.ts'
import { firstDayOf } from '../../ui/values/ranges.ts'

const METHODS = ['card', 'bank_transfer', 'cash', 'check', 'other'] as const
const STATUSES = ['succeeded', 'pending', 'failed'] as const

export const paymentsSearch = listSearch([], {
  customerId: uuid,
  method: oneOf(METHODS),
  status: oneOf(STATUSES),
  ...RANGE_READERS,
})
export type PaymentsSearch = ReturnType<typeof paymentsSearch>

export const NO_FILTERS = {
  customerId: undefined,
  method: undefined,
  status: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
} satisfies PaymentsSearch

export function isFiltered(search: PaymentsSearch): boolean {
  const names = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]
  return names.some((name) => search[name] !== undefined)
}

/** How the API is asked for what the address says. */
export function filterOf(search: PaymentsSearch, now: Date): PaymentFilter {
  const { customerId, method, status, range } = search
  const from = range === undefined ? search.from : firstDayOf(range, now)
  const to = range === undefined ? search.to : undefined
  const [startDate, endDate] =
    from !== undefined && to !== undefined ? inOrder(from, to) : [from, to]
  return {
    ...(customerId === undefined ? {} : { customerId }),
    ...(method === undefined ? {} : { method: [method] }),
    ...(status === undefined ? {} : { status: [status] }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
  }
}
