import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../ui/url/search-readers.ts'

export const allocationsSearch = listSearch([], {
  status: oneOf(['open', 'settled']),
  /** The allocation that is open next to the list. */
  allocation: uuid,
})
export type AllocationsSearch = ReturnType<typeof allocationsSearch>
