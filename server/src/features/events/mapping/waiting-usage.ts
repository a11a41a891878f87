import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import { bucketOf, cutAtDays, isEmpty } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import { inSteps, type RollupStep, type UsageWindow } from '../queries.ts'

export type WaitingUsage = {
  provider: string
  model: string
  serviceCount: Decimal
  inputTokens: Decimal
  outputTokens: Decimal
  cacheReadTokens: Decimal
  cacheWriteTokens: Decimal
  quantity: Decimal
}

type Pair = { provider: string; model: string }

/**
 * Sums the usage of models without a known cost. The window may cover all time: whole days use
 * daily sums, and partial days use quarter-hour sums.
 */
export async function sumWaitingUsage(
  db: Db,
  organizationId: string,
  { window, pairs }: { window: UsageWindow; pairs: readonly Pair[] },
): Promise<WaitingUsage[]> {
  if (pairs.length === 0) return []
  const { head, days, tail } = cutAtDays({ start: bucketOf(window.start), end: window.end })
  const sum = async (step: RollupStep, part: UsageWindow) =>
    isEmpty(part) ? [] : sumPart(db, organizationId, { step, window: part, pairs })
  const parts = await Promise.all([sum('bucket', head), sum('day', days), sum('bucket', tail)])
  const sums = new Map<string, WaitingUsage>()
  for (const part of parts.flat()) {
    const key = `${part.provider}\n${part.model}`
    const sofar = sums.get(key)
    sums.set(key, sofar ? added(sofar, part) : part)
  }
  return [...sums.values()]
}

type Part = { step: RollupStep; window: UsageWindow; pairs: readonly Pair[] }

async function sumPart(
  db: Db,
  organizationId: string,
  { step, window, pairs }: Part,
): Promise<WaitingUsage[]> {
  const { rows } = await sql<WaitingUsage>`
    select used.provider, used.model, sum(service_count)::numeric as service_count,
      sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
      sum(cache_read_tokens) as cache_read_tokens, sum(cache_write_tokens) as cache_write_tokens,
      sum(quantity) as quantity
    from ${sql.table(step === 'day' ? 'organization_models' : 'model_rollups')} used
    join unnest(
      ${pairs.map(({ provider }) => provider)}::text[], ${pairs.map(({ model }) => model)}::text[]
    ) as wanted (provider, model)
      on wanted.provider = used.provider and wanted.model = used.model
    where used.organization_id = ${organizationId} and ${inSteps(step, window)}
    group by used.provider, used.model`.execute(db)
  return rows
}

function added(a: WaitingUsage, b: WaitingUsage): WaitingUsage {
  return {
    provider: a.provider,
    model: a.model,
    serviceCount: a.serviceCount.plus(b.serviceCount),
    inputTokens: a.inputTokens.plus(b.inputTokens),
    outputTokens: a.outputTokens.plus(b.outputTokens),
    cacheReadTokens: a.cacheReadTokens.plus(b.cacheReadTokens),
    cacheWriteTokens: a.cacheWriteTokens.plus(b.cacheWriteTokens),
    quantity: a.quantity.plus(b.quantity),
  }
}
