import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { keptByPlace, kinds } from '../../earnings/read/kept-rows.ts'

/** Earnings and work of an agent in one currency; work of no subscription has the currency ''. */
export type AgentSums = {
  agentId: string
  currency: string
  amount: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

const FIGURES = ['earned', 'cost', 'event_count', 'uncosted_event_count'] as const

/** Adds the kept figures of a window up by agent and currency. */
export async function sumByAgent(
  tx: Tx,
  filter: EarningFilter,
  times: { window: Range<number>; horizon: number },
): Promise<AgentSums[]> {
  const kept = await keptByPlace(tx, filter, { ...times, figures: FIGURES })
  const { rows } = await sql<AgentSums>`
    select agent_id, currency,
      coalesce(sum(earned) filter (where kind in ${kinds('usage')}), 0) as amount,
      sum(cost) as cost, sum(event_count)::double precision as event_count,
      sum(uncosted_event_count)::double precision as uncosted_events
    from ${kept} kept group by agent_id, currency order by currency`.execute(tx)
  return rows
}
