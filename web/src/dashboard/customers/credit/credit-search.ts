import { listSearch } from '../../../ui/url/list-search.ts'
import { uuid, wholeNumber } from '../../../ui/url/search-readers.ts'

const PAGE_MAX = 1_000_000

/** The pages of the grants, of the history and of the top-ups, and the grant that is open next to them. */
export const creditSearch = listSearch([], {
  history: wholeNumber({ min: 2, max: PAGE_MAX }),
  topUps: wholeNumber({ min: 2, max: PAGE_MAX }),
  grant: uuid,
})
export type CreditSearch = ReturnType<typeof creditSearch>
