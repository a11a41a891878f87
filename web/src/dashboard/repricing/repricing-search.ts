import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../ui/url/search-readers.ts'
import { RUN_STATES } from './run-in-words.ts'

export const repricingSearch = listSearch([], {
  state: oneOf(Object.keys(RUN_STATES) as (keyof typeof RUN_STATES)[]),
  /** The run that is open next to the list. */
  run: uuid,
})
export type RepricingSearch = ReturnType<typeof repricingSearch>
