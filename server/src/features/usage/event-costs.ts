import { type Decimal, sum } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { withCosts } from './costs/stored-cost.ts'
import { storedServices } from './costs/stored-event.ts'
import { type CustomerEvents, readEvents } from './model-sums.ts'

/** An event with its stored cost, and the cost recomputed from its record and stored prices. */
export type PricedEvent = { id: string; usageCost: Decimal | null; pricedCost: Decimal }

const EVENTS_AT_ONCE = 2_000

/** Reads the costs of a customer's events in pages. */
export async function* readEventCosts(
  tx: Tx,
  events: CustomerEvents,
): AsyncGenerator<PricedEvent[]> {
  let page: PricedEvent[] = []
  for await (const event of readEvents(tx, events)) {
    const { id, usageCost } = event
    const costs = withCosts(storedServices(event), event).map(({ cost }) => cost)
    page.push({ id, usageCost, pricedCost: sum(costs) })
    if (page.length === EVENTS_AT_ONCE) {
      yield page
      page = []
    }
  }
  if (page.length > 0) yield page
}
