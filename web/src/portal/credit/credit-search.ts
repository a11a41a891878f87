import { readSearch, type SearchOf, wholeNumber } from '../../ui/url/search-readers.ts'

const PAGE_MAX = 1_000_000
const LIST = { page: wholeNumber({ min: 2, max: PAGE_MAX }) }

/** The page of the history. */
export type CreditSearch = SearchOf<typeof LIST>
export const creditSearch = readSearch(LIST)
