import type { Catalog } from '../../catalog/catalog.ts'
import { costRecord, type FindEntry } from '../cost-record.ts'
import { eventCostOf } from './event-row.ts'
import type { Recost } from './uncosted.ts'

/** Costs rows that are about to be written, with the catalog as it is now. */
export function createRecost(catalog: Pick<Catalog, 'refresh' | 'resolve'>): Recost {
  return async (rows) => {
    await catalog.refresh()
    for (const row of rows) {
      const findEntry: FindEntry = (provider, model) =>
        catalog.resolve(row.organizationId, provider, model)
      row.cost = eventCostOf(costRecord(row.cost.services, row.usageDate, findEntry))
    }
  }
}
