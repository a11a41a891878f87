import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { add, type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { kinds } from '../earnings/read/kept-rows.ts'
import { figure } from '../usage-figures/figures.ts'
import { amount, cost, count } from './fields.ts'

export const Unpriced = Type.Object(
  {
    quantity: amount('Billable units.'),
    eventCount: count(),
    cost,
  },
  {
    title: 'Unpriced',
    description:
      'Work that no price covers: it belongs to no subscription; or its time is invoiced, and ' +
      'the invoice has no usage line for its signal; or its time is not invoiced, and the plan ' +
      'has no active usage price for its signal. Work at a price of 0 and units within a pool ' +
      'are priced. Its cost is part of the other figures.',
  },
)

/** Sums of unpriced work. Costs are in USD, whatever the currency of the subscription. */
export type UnpricedSums = {
  unpricedQuantity: Decimal
  unpricedEventCount: number
  unpricedCost: Decimal
}

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
