import { listSearch } from '../../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name', 'startDate'] as const
export type SubscriptionSort = (typeof SORTS)[number]

export const subscriptionsSearch = listSearch(SORTS, {
  customerId: uuid,
  planId: uuid,
  agentId: uuid,
  status: oneOf(['active', 'upcoming', 'ended']),
})
export type SubscriptionsSearch = ReturnType<typeof subscriptionsSearch>

export const NO_FILTERS = {
  search: undefined,
  customerId: undefined,
  planId: undefined,
  agentId: undefined,
  status: undefined,
} as const satisfies Partial<SubscriptionsSearch>
