import type { Catalog } from '../../catalog/catalog.ts'
import { costRecord } from '../costs/cost-record.ts'
import { eventCostOf } from './event-row.ts'
import type { CostRows } from './uncosted.ts'

/** Costs rows that are about to be written, by the current catalog. */
export function createCostRows(catalog: Pick<Catalog, 'refresh' | 'findPricesFor'>): CostRows {
  return async (rows) => {
    await catalog.refresh()
    return rows.map(({ organizationId, usageDate, cost }) => {
      const findPrices = catalog.findPricesFor(organizationId)
      return eventCostOf(costRecord(cost.services, usageDate, findPrices))
    })
  }
}
