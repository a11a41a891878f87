import { listSearch } from '../../ui/url/list-search.ts'

/** The URL of a subscription's page contains the page number of its history. */
export const subscriptionSearch = listSearch([], {})
export type SubscriptionSearch = ReturnType<typeof subscriptionSearch>
