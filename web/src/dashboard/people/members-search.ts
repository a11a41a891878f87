import { listSearch } from '../../ui/url/list-search.ts'

export const membersSearch = listSearch(['name', 'createdAt'], {})
export type MembersSearch = ReturnType<typeof membersSearch>
