import type { Tx } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumByModel } from '../../usage-figures/models.ts'
import type { ModelCost } from './schemas.ts'
import { sumUncostedByModel } from './uncosted-queries.ts'

/** Reads the cost of each model, the most expensive first. */
export async function costByModel(tx: Tx, filter: UsageFilter): Promise<ModelCost[]> {
  const [rows, uncosted] = await Promise.all([
    sumByModel(tx, filter),
    sumUncostedByModel(tx, filter),
  ])
  const lacking = new Map(
    uncosted.map(({ provider, model, count }) => [`${provider}\n${model}`, Number(count)]),
  )
  return rows.map(({ provider, model, serviceCount, cost, ...units }) => ({
    model,
    modelProvider: provider,
    totalCost: figure(cost),
    serviceCount: Number(serviceCount),
    inputTokens: figure(units.inputTokens),
    outputTokens: figure(units.outputTokens),
    cacheReadTokens: figure(units.cacheReadTokens),
    cacheWriteTokens: figure(units.cacheWriteTokens),
    quantity: figure(units.quantity),
    uncostedEvents: lacking.get(`${provider}\n${model}`) ?? 0,
  }))
}
