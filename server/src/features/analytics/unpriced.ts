import { type RawBuilder, sql } from 'kysely'
import { add, type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { kinds } from '../earnings/read/kept-rows.ts'
import { figure } from '../usage-figures/figures.ts'

/** Sums of unpriced work. Costs are in USD, whatever the currency of the subscription. */
export type UnpricedSums = {
  unpricedQuantity: Decimal
  unpricedEventCount: number
  unpricedCost: Decimal
}

/** The figures of kept rows that the sums need. */
export const UNPRICED_FIGURES = ['quantity', 'event_count', 'cost'] as const

/** SQL: the sums of unpriced work over kept rows. */
export const UNPRICED_SUMS = sql`
  coalesce(sum(quantity) filter (where kind in ${kinds('unpriced_work')}), 0) as unpriced_quantity,
  coalesce(sum(event_count) filter (where kind in ${kinds('unpriced_work')}), 0)::double precision
    as unpriced_event_count,
  coalesce(sum(cost) filter (where kind in ${kinds('unpriced_work')}), 0) as unpriced_cost`

/** Returns the sum as answers show it. */
export function unpricedBody(all: readonly UnpricedSums[]) {
  return {
    quantity: figure(all.reduce((sum, one) => add(sum, one.unpricedQuantity), ZERO)),
    eventCount: all.reduce((sum, one) => sum + one.unpricedEventCount, 0),
    cost: figure(all.reduce((sum, one) => add(sum, one.unpricedCost), ZERO)),
  }
}

/** Sums the unpriced work of kept rows, as answers show it. */
export async function sumUnpriced(tx: Tx, kept: RawBuilder<unknown>) {
  const { rows } = await sql<UnpricedSums>`select ${UNPRICED_SUMS} from ${kept} kept`.execute(tx)
  return unpricedBody(rows)
}
