import { listSearch } from '../../../ui/url/list-search.ts'

/** The URL of a list on a customer's page contains only the page number. */
export const tabSearch = listSearch([], {})
export type TabSearch = ReturnType<typeof tabSearch>

export type TabProps = { search: TabSearch; onSearch: (search: TabSearch) => void }
