import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { kinds } from '../earnings/read/kept-rows.ts'
import { figure } from '../usage-figures/figures.ts'

type Unpriced = { quantity: Decimal; eventCount: number; cost: Decimal }

/** Sums the work of kept rows that no price covers, as answers show it. */
export async function sumUnpriced(tx: Tx, kept: RawBuilder<unknown>) {
  const { rows } = await sql<Unpriced>`
    select coalesce(sum(quantity), 0) as quantity, coalesce(sum(cost), 0) as cost,
      coalesce(sum(event_count), 0)::double precision as event_count
    from ${kept} kept where kind in ${kinds('unpriced_work')}`.execute(tx)
  const [sums] = rows
  if (!sums) throw new Error('a sum returned no row')
  const { quantity, eventCount, cost } = sums
  return { quantity: figure(quantity), eventCount, cost: figure(cost) }
}
