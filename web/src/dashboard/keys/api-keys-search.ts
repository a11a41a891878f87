import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf } from '../../ui/url/search-readers.ts'

export const apiKeysSearch = listSearch(['createdAt'], { isRevoked: oneOf(['true', 'false']) })
export type ApiKeysSearch = ReturnType<typeof apiKeysSearch>
