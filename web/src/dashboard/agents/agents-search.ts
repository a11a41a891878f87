import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf } from '../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name', 'agentCode'] as const
export type AgentSort = (typeof SORTS)[number]

export const agentsSearch = listSearch(SORTS, { isActive: oneOf(['true', 'false']) })
export type AgentsSearch = ReturnType<typeof agentsSearch>

/** The URL of an agent's page contains the page number and the order of its list of signals. */
export const SIGNAL_SORTS = ['name', 'shortName', 'createdAt'] as const
export const agentSearch = listSearch(SIGNAL_SORTS, {})
export type AgentSearch = ReturnType<typeof agentSearch>
