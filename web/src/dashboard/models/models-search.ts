import { listSearch } from '../../ui/url/list-search.ts'
import { day, oneOf, text, uuid } from '../../ui/url/search-readers.ts'

export const modelsSearch = listSearch([], {
  provider: text,
  serviceType: text,
  isApi: oneOf(['true', 'false']),
  /** The entry that is open next to the list, with the date and the tier whose price it shows. */
  service: uuid,
  on: day,
  tier: text,
})
export type ModelsSearch = ReturnType<typeof modelsSearch>
