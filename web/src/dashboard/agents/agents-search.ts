import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf } from '../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name', 'agentCode'] as const
export type AgentSort = (typeof SORTS)[number]

export const agentsSearch = listSearch(SORTS, { isActive: oneOf(['true', 'false']) })
export type AgentsSearch = ReturnType<typeof agentsSearch>

/** The URL of an agent's page contains the page number of its list of signals. */
export const agentSearch = listSearch([], {})
export type AgentSearch = ReturnType<typeof agentSearch>
