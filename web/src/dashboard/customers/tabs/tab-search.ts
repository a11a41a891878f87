import { listSearch } from '../../../ui/url/list-search.ts'

/** A list inside a customer's page has its page in the address, and nothing else. */
export const tabSearch = listSearch([], {})
export type TabSearch = ReturnType<typeof tabSearch>

export type TabProps = { search: TabSearch; onSearch: (search: TabSearch) => void }
