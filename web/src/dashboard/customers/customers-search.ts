import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf } from '../../ui/url/search-readers.ts'
import { STATUS_NAMES } from './customer-texts.ts'

export const CUSTOMER_SORTS = ['createdAt', 'name', 'externalId'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

export const customersSearch = listSearch(CUSTOMER_SORTS, { status: oneOf(STATUS_NAMES) })
export type CustomersSearch = ReturnType<typeof customersSearch>
