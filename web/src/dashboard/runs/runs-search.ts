import { PAGE_SIZES } from '../../ui/preferences/preferences.ts'
import { oneOf, readSearch, text } from '../../ui/url/search-readers.ts'
import { RUN_STATE_NAMES } from './run-states.ts'

export const runsSearch = readSearch({
  /** Cursor of the page: the runs after it. */
  after: text,
  limit: (value: string) => PAGE_SIZES.find((size) => String(size) === value),
  state: oneOf(RUN_STATE_NAMES),
  customerExternalId: text,
  agentCode: text,
})
export type RunsSearch = ReturnType<typeof runsSearch>

export type RunFilters = Omit<RunsSearch, 'after' | 'limit'>

export const NO_FILTERS = {
  state: undefined,
  customerExternalId: undefined,
  agentCode: undefined,
} satisfies Record<keyof RunFilters, undefined>
