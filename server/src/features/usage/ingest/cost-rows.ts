import type { Catalog } from '../../catalog/catalog.ts'
import { costRecord, type FindEntry } from '../costs/cost-record.ts'
import { eventCostOf } from './event-row.ts'
import type { CostRows } from './uncosted.ts'

/** What rows that are about to be written cost, by the catalog as it is now. */
export function createCostRows(catalog: Pick<Catalog, 'refresh' | 'resolve'>): CostRows {
  return async (rows) => {
    await catalog.refresh()
    return rows.map(({ organizationId, usageDate, cost }) => {
      const findEntry: FindEntry = (provider, model) =>
        catalog.resolve(organizationId, provider, model)
      return eventCostOf(costRecord(cost.services, usageDate, findEntry))
    })
  }
}
