import { RANGE_READERS } from '../../ui/url/range-search.ts'
import { readSearch } from '../../ui/url/search-readers.ts'

export const homeSearch = readSearch(RANGE_READERS)
export type HomeSearch = ReturnType<typeof homeSearch>
