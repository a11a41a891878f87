import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf } from '../../ui/url/search-readers.ts'

export const webhooksSearch = listSearch(['createdAt'], {
  status: oneOf(['enabled', 'disabled']),
})
export type WebhooksSearch = ReturnType<typeof webhooksSearch>
