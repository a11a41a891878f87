import type { RejectionFilter } from '../../api/rejections.ts'
import { listSearch } from '../../ui/url/list-search.ts'
import { given, oneOf, text, uuid } from '../../ui/url/search-readers.ts'
import { STATE_NAMES } from './rejection-states.ts'

export const rejectionsSearch = listSearch([], {
  customerId: uuid,
  agentId: uuid,
  signalId: uuid,
  runId: text,
  state: oneOf(STATE_NAMES),
})
export type RejectionsSearch = ReturnType<typeof rejectionsSearch>

/** Filters among the URL parameters. */
export type RejectionFilters = Omit<RejectionsSearch, 'page' | 'limit' | 'sort' | 'search'>

export const NO_FILTERS = {
  customerId: undefined,
  agentId: undefined,
  signalId: undefined,
  runId: undefined,
  state: undefined,
} satisfies Record<keyof RejectionFilters, undefined>

/** Converts the URL to an API query. */
export const filterOf = ({
  customerId,
  agentId,
  signalId,
  runId,
  state,
}: RejectionsSearch): RejectionFilter => given({ customerId, agentId, signalId, runId, state })
