import type { Tx } from '../../../platform/database.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { type CostRate, toBookRate } from '../../catalog/cost-rates/cost-rate.ts'
import { backfillPricedEvents } from '../../usage/backfill/backfill-events.ts'

/** Costs the events that wait for an own rate before it is stored; returns how many. */
export function costWaiting(
  tx: Tx,
  { catalog, rate }: { catalog: Catalog; rate: CostRate },
  now: Date,
): Promise<number> {
  const { organizationId } = rate
  const findPrices = catalog.findPricesFor(organizationId, { costRate: toBookRate(rate) })
  const isPriced = ({ provider, model }: { provider: string; model: string }) => {
    const own = findPrices(provider, model)?.ownRates
    const all = own ? [...(own.ofNames ?? []), ...own.ofModel, ...own.ofProvider] : []
    return all.some(({ id }) => id === rate.id)
  }
  return backfillPricedEvents(tx, { organizationId, isPriced, findPrices }, now)
}
