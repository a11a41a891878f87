import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name'] as const
export type PlanSort = (typeof SORTS)[number]

export const plansSearch = listSearch(SORTS, { isActive: oneOf(['true', 'false']), agentId: uuid })
export type PlansSearch = ReturnType<typeof plansSearch>

/** The URL of a plan's page contains the page number of its list of subscriptions. */
export const planSearch = listSearch([], {})
export type PlanSearch = ReturnType<typeof planSearch>
