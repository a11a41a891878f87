import { ZERO } from '../../domain/money.ts'
import { readEventCosts } from '../usage/event-costs.ts'
import type { Check, Difference } from './check.ts'
import { countEvents } from './compared.ts'

/**
 * Recomputes the cost of each event. It follows from the record, as it was last amended, and the
 * prices stored with it, which repricing replaces together with the cost.
 */
export const costs: Check = {
  name: 'costs_equal_prices',
  says: 'What an event cost is its use times the prices it keeps',
  compared: countEvents,
  async find(tx, { organizationId, customerIds, window }, limit) {
    const found: Difference[] = []
    for (const customerId of customerIds) {
      for await (const events of readEventCosts(tx, { organizationId, customerId, window })) {
        for (const { id, usageCost, pricedCost } of events) {
          if (pricedCost.eq(usageCost ?? ZERO)) continue
          const actual = usageCost?.toFixed() ?? 'nothing'
          found.push({ customerId, subject: id, expected: pricedCost.toFixed(), actual })
        }
        if (found.length >= limit) return found.slice(0, limit)
      }
    }
    return found
  },
}
