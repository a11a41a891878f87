import { listSearch } from '../../../ui/url/list-search.ts'
import { text, uuid } from '../../../ui/url/search-readers.ts'

export const holdsSearch = listSearch([], { customerId: uuid, agentId: uuid, runId: text })
export type HoldsSearch = ReturnType<typeof holdsSearch>
