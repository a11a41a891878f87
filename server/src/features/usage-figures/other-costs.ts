import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import { daysMatch, type UsageFilter } from '../usage/closed-sums/usage-rows.ts'
import type { OtherCostKind } from '../usage/ingest/other-costs.ts'

/** Costs that are no part of the cost of work, of the services of one model. */
export type OtherCosts = {
  provider: string
  model: string
  serviceCount: string
  /** Covers only the services whose computed cost is known. */
  computedCost: Decimal
  uncomputedCount: string
  reportedCost: Decimal
  /** The part of `reportedCost` of services without a computed cost. */
  uncomputedReportedCost: Decimal
}

/** Sums the costs of one kind by model. A model without services after corrections is left out. */
export async function sumOtherCosts(
  db: Db,
  filter: UsageFilter,
  kind: OtherCostKind,
): Promise<OtherCosts[]> {
  const { rows } = await sql<OtherCosts>`
    select provider, model, sum(service_count)::bigint as service_count,
      sum(computed_cost) as computed_cost, sum(uncomputed_count)::bigint as uncomputed_count,
      sum(reported_cost) as reported_cost,
      sum(uncomputed_reported_cost) as uncomputed_reported_cost
    from other_cost_days
    where kind = ${kind} and ${daysMatch(filter)}
    group by provider, model having sum(service_count) <> 0
    order by sum(reported_cost) desc, provider, model`.execute(db)
  return rows
}
