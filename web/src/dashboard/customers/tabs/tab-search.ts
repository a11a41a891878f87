import { listSearch } from '../../../ui/url/list-search.ts'

export const INVOICE_SORTS = ['issueDate', 'dueDate', 'total'] as const
export const EVENT_SORTS = ['usageDate', 'usageCost'] as const
export const SUBSCRIPTION_SORTS = ['createdAt', 'name', 'startDate'] as const

/** The URL of a list on a customer's page contains only its order and the page number. */
export const invoicesTabSearch = listSearch(INVOICE_SORTS, {})
export const eventsTabSearch = listSearch(EVENT_SORTS, {})
export const subscriptionsTabSearch = listSearch(SUBSCRIPTION_SORTS, {})
export type TabSearch = ReturnType<typeof invoicesTabSearch>

export type TabProps = { search: TabSearch; onSearch: (search: TabSearch) => void }
