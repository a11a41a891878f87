import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name'] as const
export type PlanSort = (typeof SORTS)[number]

export const plansSearch = listSearch(SORTS, { isActive: oneOf(['true', 'false']), agentId: uuid })
export type PlansSearch = ReturnType<typeof plansSearch>

/** The subscriptions of a plan have their page in the address of the plan. */
export const planSearch = listSearch([], {})
export type PlanSearch = ReturnType<typeof planSearch>
