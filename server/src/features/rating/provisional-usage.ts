import { sql } from 'kysely'
import { type Decimal, ZERO } from '../../domain/money.ts'
import { askedRows } from '../../platform/batching/asked-rows.ts'
import type { Db } from '../../platform/database.ts'
import type { UsageRange } from './attribution.ts'
import type { UsageOfAgent } from './usage-queries.ts'

/** Outcomes whose settlement window has not passed; they are counted, and not billed yet. */
export type ProvisionalUsage = {
  quantity: Decimal
  outcomeCount: number
  /** When the first and the last window passes; null without an outcome. */
  firstSettlesAt: Date | null
  lastSettlesAt: Date | null
}

type SumRow = Omit<ProvisionalUsage, 'outcomeCount'> & { outcomeCount: string }

const NONE: ProvisionalUsage = {
  ...{ quantity: ZERO, outcomeCount: 0 },
  ...{ firstSettlesAt: null, lastSettlesAt: null },
}

/** Sums the provisional units of a signal in some ranges, which do not overlap. */
export async function sumProvisional(
  db: Db,
  { organizationId, customerId, agentId, signalId }: UsageOfAgent & { signalId: string },
  ranges: readonly UsageRange[],
): Promise<ProvisionalUsage> {
  if (ranges.length === 0) return NONE
  const asked = askedRows(ranges, {
    rangeStart: ['timestamptz', ({ start }) => new Date(start)],
    rangeEnd: ['timestamptz', ({ end }) => new Date(end)],
  })
  const { rows } = await sql<SumRow>`
    select coalesce(sum(provisional.quantity), 0) as quantity, count(*) as outcome_count,
      min(provisional.settles_at) as first_settles_at, max(provisional.settles_at) as last_settles_at
    from ${asked}
    join provisional_outcomes provisional on provisional.usage_date >= asked.range_start
      and provisional.usage_date < asked.range_end
    where provisional.customer_id = ${customerId}
      and provisional.organization_id = ${organizationId} and provisional.agent_id = ${agentId}
      and provisional.signal_id = ${signalId} and provisional.quantity > 0`.execute(db)
  const [sums] = rows
  return sums ? { ...sums, outcomeCount: Number(sums.outcomeCount) } : NONE
}

/** Lists the signals of a customer and an agent that have provisional outcomes at any time. */
export async function listProvisionalSignals(
  db: Db,
  { organizationId, customerId, agentId }: UsageOfAgent,
): Promise<string[]> {
  const { rows } = await sql<{ signalId: string }>`
    select signal_id from provisional_outcomes
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and agent_id = ${agentId} and quantity > 0
    group by signal_id`.execute(db)
  return rows.map(({ signalId }) => signalId)
}
