import { oneOf, readSearch, type SearchOf, wholeNumber } from '../../ui/url/search-readers.ts'

const PAGE_MAX = 1_000_000
const LIST = { page: wholeNumber({ min: 2, max: PAGE_MAX }), status: oneOf(['open', 'paid']) }

export type InvoicesSearch = SearchOf<typeof LIST>
export const invoicesSearch = readSearch(LIST)
