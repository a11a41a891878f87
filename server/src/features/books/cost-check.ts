import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { readEventCosts } from '../usage/event-costs.ts'
import type { Check, Difference } from './check.ts'
import { countEvents } from './compared.ts'

/**
 * Recomputes the cost of each event. It follows from the record, as it was last amended, and the
 * prices stored with it. After that, only new prices change it.
 */
export const costs: Check = {
  name: 'costs_equal_prices_and_corrections',
  says: 'What an event cost is its use times the prices it keeps, and what its corrections say',
  compared: countEvents,
  async find(tx, { organizationId, customerIds, window }, limit) {
    const found: Difference[] = []
    for (const customerId of customerIds) {
      for await (const events of readEventCosts(tx, { organizationId, customerId, window })) {
        const ids = events.map(({ id }) => id)
        const corrected = await sumRecosts(tx, { organizationId, customerId, ids })
        for (const { id, usageCost, pricedCost } of events) {
          const expected = pricedCost.plus(corrected.get(id) ?? ZERO)
          if (expected.eq(usageCost ?? ZERO)) continue
          const actual = usageCost?.toFixed() ?? 'nothing'
          found.push({ customerId, subject: id, expected: expected.toFixed(), actual })
        }
        if (found.length >= limit) return found.slice(0, limit)
      }
    }
    return found
  },
}

type Events = { organizationId: string; customerId: string; ids: readonly string[] }

async function sumRecosts(
  tx: Tx,
  { organizationId, customerId, ids }: Events,
): Promise<Map<string, Decimal>> {
  const { rows } = await sql<{ id: string; cost: Decimal }>`
    select event_id as id, sum(cost) as cost from event_corrections
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and event_id = any(${ids}::uuid[]) and kind = 'recost'
    group by event_id`.execute(tx)
  return new Map(rows.map(({ id, cost }) => [id, cost]))
}
