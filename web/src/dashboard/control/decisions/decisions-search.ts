import { listSearch } from '../../../ui/url/list-search.ts'
import { oneOf, text, uuid } from '../../../ui/url/search-readers.ts'

export const decisionsSearch = listSearch([], {
  decision: oneOf(['block', 'warn']),
  customerId: uuid,
  budgetId: uuid,
  runId: text,
})
export type DecisionsSearch = ReturnType<typeof decisionsSearch>
