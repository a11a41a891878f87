import type { PaymentFilter } from '../../api/payments.ts'
import { listSearch, orderOf } from '../../ui/url/list-search.ts'
import { daysOf, RANGE_READERS } from '../../ui/url/range-search.ts'
import { given, oneOf, uuid } from '../../ui/url/search-readers.ts'

const METHODS = ['card', 'bank_transfer', 'cash', 'check', 'other'] as const
const STATUSES = ['succeeded', 'pending', 'failed'] as const

/** Latest first, unless a column is chosen. */
export const ORDER = '-date'
const SORTS = ['date', 'amount'] as const

export const paymentsSearch = listSearch(SORTS, {
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

/** Converts the URL to an API query. */
export const filterOf = (search: PaymentsSearch, now: Date): PaymentFilter => ({
  ...given({
    customerId: search.customerId,
    method: search.method && [search.method],
    status: search.status && [search.status],
  }),
  ...daysOf(search, now),
})

/** Returns the order for the API. */
export const paymentOrder = ({ sort }: PaymentsSearch) =>
  orderOf<(typeof SORTS)[number]>(sort, ORDER)
