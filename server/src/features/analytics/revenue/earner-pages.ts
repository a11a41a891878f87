import { cut } from '../../../platform/batching/cut.ts'
import type { Tx } from '../../../platform/database.ts'
import { CUSTOMERS_AT_ONCE, customerPages } from '../../customers/customer-ids.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import {
  type EarnerUsage,
  loadEarnerUsage,
  type UsageAsked,
} from '../../earnings/usage/earner-usage.ts'
import { type Apart, loadAlike, type TogetherAsked } from './together.ts'

/**
 * The same subscriptions as those of `loadTogether`, in pages: those that are alike first, and then some
 * customers at a time. So their memory does not grow with how many must be told apart.
 */
export async function* earnersTogether(
  tx: Tx,
  filter: EarningFilter,
  { page, ...asked }: TogetherAsked & Paged,
): AsyncGenerator<readonly EarnerUsage[]> {
  const { alike, apart } = await loadAlike(tx, filter, asked)
  yield alike
  if (apart) yield* pagesOf(tx, apart, { page, ...asked })
}

/** Each subscription by itself, some customers at a time. */
export function earnersOneByOne(
  tx: Tx,
  filter: EarningFilter,
  asked: UsageAsked & Paged,
): AsyncGenerator<readonly EarnerUsage[]> {
  return pagesOf(tx, { filter, has: () => true }, asked)
}

/** How many customers are read at a time. */
export type Paged = { page?: number | undefined }

async function* pagesOf(
  tx: Tx,
  { filter, has }: Apart,
  { page, ...asked }: UsageAsked & Paged,
): AsyncGenerator<readonly EarnerUsage[]> {
  for await (const some of filtersOf(tx, filter, page)) {
    const earners = await loadEarnerUsage(tx, some, asked)
    yield earners.filter(({ subscription }) => has(subscription))
  }
}

async function* filtersOf(
  tx: Tx,
  filter: EarningFilter,
  page = CUSTOMERS_AT_ONCE,
): AsyncGenerator<EarningFilter> {
  const { organizationId, customerId, customerIds } = filter
  if (customerId !== undefined) {
    yield filter
    return
  }
  const pages = customerIds ? cut(customerIds, page) : customerPages(tx, organizationId, page)
  for await (const some of pages) yield { ...filter, customerIds: some }
}
