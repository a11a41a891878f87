import { sum, ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumByModel } from '../../usage-figures/models.ts'
import { type OtherCosts, sumOtherCosts } from '../../usage-figures/other-costs.ts'
import type { ModelCost } from './schemas.ts'
import { sumUncostedByModel } from './uncosted-queries.ts'

/** Reads the cost of each model, the most expensive first. */
export async function costByModel(tx: Tx, filter: UsageFilter): Promise<ModelCost[]> {
  const [rows, uncosted, customerPaid] = await Promise.all([
    sumByModel(tx, filter),
    sumUncostedByModel(tx, filter),
    sumOtherCosts(tx, filter, 'customer_paid'),
  ])
  const lacking = new Map(
    uncosted.map(({ provider, model, count }) => [`${provider}\n${model}`, Number(count)]),
  )
  const paid = new Map(customerPaid.map((one) => [`${one.provider}\n${one.model}`, one]))
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
    ...customerPaidSums(paid.get(`${provider}\n${model}`)),
  }))
}

/** Returns what customers paid for the uses of one model. */
function customerPaidSums(paid: OtherCosts | undefined): CustomerPaidSums {
  return {
    customerCost: figure(paid?.computedCost ?? ZERO),
    customerPaidCount: Number(paid?.serviceCount ?? 0),
    uncomputedCustomerPaidCount: Number(paid?.uncomputedCount ?? 0),
  }
}

type CustomerPaidSums = Pick<
  ModelCost,
  'customerCost' | 'customerPaidCount' | 'uncomputedCustomerPaidCount'
>

/** Returns what customers paid for uses of all models. */
export async function customerPaidTotal(tx: Tx, filter: UsageFilter): Promise<CustomerPaidSums> {
  const rows = await sumOtherCosts(tx, filter, 'customer_paid')
  const countOf = (counts: readonly string[]) => counts.reduce((all, one) => all + Number(one), 0)
  return {
    customerCost: figure(sum(rows.map(({ computedCost }) => computedCost))),
    customerPaidCount: countOf(rows.map(({ serviceCount }) => serviceCount)),
    uncomputedCustomerPaidCount: countOf(rows.map(({ uncomputedCount }) => uncomputedCount)),
  }
}
