import { listSearch } from '../../ui/url/list-search.ts'

/** The history of a subscription has its page in the address of the subscription. */
export const subscriptionSearch = listSearch([], {})
export type SubscriptionSearch = ReturnType<typeof subscriptionSearch>
