import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, text } from '../../ui/url/search-readers.ts'

export const modelsSearch = listSearch([], {
  provider: text,
  serviceType: text,
  isApi: oneOf(['true', 'false']),
})
export type ModelsSearch = ReturnType<typeof modelsSearch>
