import { type Decimal, toExactText } from '../../../domain/money.ts'
import { cut } from '../../../platform/batching/cut.ts'
import type { Statement } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'
import type { OtherCostTotals } from './other-costs.ts'
import { rowsFrom } from './rows-from.ts'

const ROWS_AT_ONCE = 5_000
const TYPES = [
  ...['text', 'date', 'uuid', 'uuid', 'text', 'text', 'uuid'],
  ...['bigint', 'numeric', 'bigint', 'numeric', 'numeric'],
]

/** Builds the statements that add the costs; none for usage without any. */
export function otherCostStatements(
  totals: readonly OtherCostTotals[],
  { isBackfill }: { isBackfill: boolean },
): Statement[] {
  return cut(totals, ROWS_AT_ONCE).map((rows) => otherCostStatement(rows, isBackfill))
}

function otherCostStatement(rows: readonly OtherCostTotals[], isBackfill: boolean): Statement {
  const from = rowsFrom(rows, { types: TYPES, rest: '$14::boolean' })
  const amounts = (read: (row: OtherCostTotals) => Decimal) =>
    arrayText(rows, (row) => toExactText(read(row)))
  return {
    name: `upsert-other-cost-days-${from.kind}`,
    text: `insert into other_cost_days as total
      (customer_id, kind, day, agent_id, signal_id, provider, model, organization_id,
       service_count, computed_cost, uncomputed_count, reported_cost, uncomputed_reported_cost,
       is_backfill)
      ${from.text}
      on conflict (customer_id, kind, day, agent_id, signal_id, provider, model, is_backfill)
      do update set
        service_count = total.service_count + excluded.service_count,
        computed_cost = total.computed_cost + excluded.computed_cost,
        uncomputed_count = total.uncomputed_count + excluded.uncomputed_count,
        reported_cost = total.reported_cost + excluded.reported_cost,
        uncomputed_reported_cost =
          total.uncomputed_reported_cost + excluded.uncomputed_reported_cost`,
    values: [
      from.customers,
      rows.map((row) => row.kind),
      arrayText(rows, (row) => dateText(row.day)),
      arrayText(rows, (row) => row.agentId),
      arrayText(rows, (row) => row.signalId),
      rows.map((row) => row.provider),
      rows.map((row) => row.model),
      arrayText(rows, (row) => row.organizationId),
      arrayText(rows, (row) => String(row.serviceCount)),
      amounts((row) => row.computedCost),
      arrayText(rows, (row) => String(row.uncomputedCount)),
      amounts((row) => row.reportedCost),
      amounts((row) => row.uncomputedReportedCost),
      isBackfill,
    ],
  }
}
