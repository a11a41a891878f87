import { RANGE_READERS } from '../../ui/url/range-search.ts'
import { oneOf, readSearch, text, uuid } from '../../ui/url/search-readers.ts'

/** URL parameters that all tabs share and keep when the tab changes. */
const SHARED = {
  ...RANGE_READERS,
  compare: oneOf(['before']),
  customerId: uuid,
  agentId: uuid,
  signalId: uuid,
  /** `provider/model`. */
  model: text,
}

export const usageSearch = readSearch({
  ...SHARED,
  groupBy: oneOf(['signal', 'agent', 'customer']),
  measure: oneOf(['events', 'units']),
})
export const costSearch = readSearch({
  ...SHARED,
  groupBy: oneOf(['day', 'model', 'agent', 'customer']),
})
export const reportedCostsSearch = readSearch(SHARED)
export const revenueSearch = readSearch(SHARED)
export const mrrSearch = readSearch(SHARED)
export const profitabilitySearch = readSearch({
  ...SHARED,
  groupBy: oneOf(['customer', 'agent', 'signal', 'plan', 'model']),
})

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
export const monthEndSearch = readSearch({
  ...SHARED,
  /** A month such as `2026-10`. */
  month: (value: string) => (MONTH.test(value) ? value : undefined),
})

export type SharedSearch = ReturnType<typeof revenueSearch>
export type UsageSearch = ReturnType<typeof usageSearch>
export type CostSearch = ReturnType<typeof costSearch>
export type MonthEndSearch = ReturnType<typeof monthEndSearch>
export type ProfitabilitySearch = ReturnType<typeof profitabilitySearch>

export type TabProps<Search extends SharedSearch> = {
  search: Search
  onSearch: (search: Search) => void
}

/** Returns only the parameters that other tabs also have. */
export const sharedOf = ({
  range,
  from,
  to,
  compare,
  customerId,
  agentId,
  signalId,
  model,
}: SharedSearch) => ({
  range,
  from,
  to,
  compare,
  customerId,
  agentId,
  signalId,
  model,
})
