import type { EventFilter } from '../../api/events.ts'
import { listSearch, orderOf } from '../../ui/url/list-search.ts'
import { daysOf, RANGE_READERS } from '../../ui/url/range-search.ts'
import { given, oneOf, text, uuid } from '../../ui/url/search-readers.ts'
import { STATE_NAMES } from '../links/event-states.ts'

/** Latest first, unless a column is chosen. */
export const ORDER = '-usageDate'
const SORTS = ['usageDate', 'usageCost'] as const

export const eventsSearch = listSearch(SORTS, {
  customerId: uuid,
  agentId: uuid,
  signalId: uuid,
  runId: text,
  eventProcessed: oneOf(STATE_NAMES),
  ...RANGE_READERS,
  /** The event that is open next to the list. */
  event: uuid,
})
export type EventsSearch = ReturnType<typeof eventsSearch>

/** Filters among the URL parameters. */
export type EventFilters = Omit<EventsSearch, 'page' | 'limit' | 'sort' | 'search' | 'event'>

export const NO_FILTERS = {
  customerId: undefined,
  agentId: undefined,
  signalId: undefined,
  runId: undefined,
  eventProcessed: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
} satisfies Record<keyof EventFilters, undefined>

/** Converts the URL to an API query. */
export function filterOf(search: EventsSearch, now: Date): EventFilter {
  const { customerId, agentId, signalId, runId, eventProcessed } = search
  return {
    ...given({ customerId, agentId, signalId, runId, eventProcessed }),
    ...daysOf(search, now),
  }
}

/** Returns the order for the API. */
export const eventOrder = ({ sort }: EventsSearch) => orderOf<(typeof SORTS)[number]>(sort, ORDER)
