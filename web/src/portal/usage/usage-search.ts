import { day, oneOf, readSearch, type SearchOf, uuid } from '../../ui/url/search-readers.ts'

const READERS = {
  subscription: uuid,
  period: oneOf(['previous', 'days']),
  from: day,
  to: day,
}

export type UsageSearch = SearchOf<typeof READERS>
export const usageSearch = readSearch(READERS)

/** Converts the URL to an API query; defaults to the current period. */
export function usageQueryOf(subscriptionId: string, { period, from, to }: UsageSearch) {
  const isOfDays = period === 'days' && from !== undefined && to !== undefined
  if (!isOfDays) {
    return { subscriptionId, ...(period === 'previous' ? { period } : {}) }
  }
  const [startDate, endDate] = from <= to ? [from, to] : [to, from]
  return { subscriptionId, startDate, endDate }
}
