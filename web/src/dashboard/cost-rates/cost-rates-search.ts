import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, text, uuid } from '../../ui/url/search-readers.ts'

export const costRatesSearch = listSearch([], {
  modelProvider: text,
  model: text,
  status: oneOf(['active']),
  /** The rate that is open next to the list. */
  rate: uuid,
})
export type CostRatesSearch = ReturnType<typeof costRatesSearch>
