import type { Range } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import type { Candidates } from '../../rating/attribution.ts'
import { candidatesBy, loadStrategies, type Pair } from './candidates.ts'
import type { EarningFilter, EarningSubscription } from './earning-filter.ts'
import { listFinalLines, listInvoicedTimes } from './line-queries.ts'
import { withInvoiced } from './load-facts.ts'
import { listCovering } from './subscription-queries.ts'

/** The subscriptions that the usage of a window may belong to, and what decides to which of them. */
export type Owners = {
  subscriptions: EarningSubscription[]
  candidatesOf: (pair: Pair) => Candidates
}

/** Reads what decides whose the usage of a window is, and not what it is worth. */
export async function loadOwners(
  db: Db,
  filter: EarningFilter,
  window: Range<number>,
): Promise<Owners> {
  const [covering, invoiced, lines] = await Promise.all([
    listCovering(db, filter, window),
    listInvoicedTimes(db, filter, window),
    listFinalLines(db, filter, { span: window, onetimeOf: [] }),
  ])
  const subscriptions = await withInvoiced(db, filter, { covering, invoiced })
  const strategiesOf = await loadStrategies(db, filter.organizationId, subscriptions)
  const candidatesOf = await candidatesBy(subscriptions, strategiesOf, lines)
  return { subscriptions, candidatesOf }
}
