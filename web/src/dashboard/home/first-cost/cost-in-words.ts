import type { CostAnalytics } from '../../../api/api-types.ts'
import type { Zone } from '../../../ui/preferences/preferences.ts'
import { formatInstant } from '../../../ui/values/dates.ts'
import { formatCost } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'

const HOUR_MS = 3_600_000

type Costs = Pick<CostAnalytics, 'totalCost' | 'totalEvents' | 'uncostedEvents'> & {
  byCustomer: readonly Pick<
    CostAnalytics['byCustomer'][number],
    'customerName' | 'customerExternalId' | 'totalCost'
  >[]
}

/** Returns what the work cost and for whom: "acme cost $412.00 in the last hour". */
export function costInWords({ byCustomer, ...total }: Costs, period: string): string {
  if (total.totalEvents === total.uncostedEvents) return NO_COST_YET
  const [most] = byCustomer.toSorted((a, b) => b.totalCost - a.totalCost)
  const sum = formatCost(total.totalCost)
  if (most === undefined) return `Your agents cost ${sum} ${period}`
  const whose = most.customerExternalId === null ? 'work without a customer' : most.customerName
  if (byCustomer.length === 1) return `${sentenceCase(most, whose)} cost ${sum} ${period}`
  return `Your agents cost ${sum} ${period}, ${formatCost(most.totalCost)} of it for ${whose}`
}

/** The name of a customer stays as it is. */
function sentenceCase({ customerExternalId }: Costs['byCustomer'][number], text: string): string {
  return customerExternalId === null ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text
}

/** Returns the time since the first event: "in the last hour", "since 21 Nov 2026, 14:03 UTC". */
export function periodInWords(first: string, now: Date, zone: Zone): string {
  const age = now.getTime() - new Date(first).getTime()
  return age <= HOUR_MS ? 'in the last hour' : `since ${formatInstant(first, zone)}`
}
