import { listSearch } from '../../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name'] as const
export type BudgetSort = (typeof SORTS)[number]

export const budgetsSearch = listSearch(SORTS, {
  isActive: oneOf(['true', 'false']),
  /** The customer whose figures the budgets of each customer show. */
  customerId: uuid,
  /** The budget that is open next to the list. */
  budget: uuid,
})
export type BudgetsSearch = ReturnType<typeof budgetsSearch>
