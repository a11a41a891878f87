import { sql } from 'kysely'
import type { OtherCostTotals } from '../usage/ingest/other-costs.ts'
import { readOtherCosts } from '../usage/model-sums.ts'
import { type Check, type Difference, findDifferences } from './check.ts'
import { countEvents, differing, figures } from './compared.ts'
import { inDays, type Scope } from './scope.ts'

/**
 * Compares the costs that are no part of an event's cost with the records, one customer at a time.
 */
export const otherCosts: Check = {
  name: 'other_costs_equal_events',
  says: 'Costs paid by customers and reported by gateways, by model and UTC day',
  compared: countEvents,
  async find(tx, scope, limit) {
    const found: Difference[] = []
    for (const customerId of scope.customerIds) {
      const { organizationId, window } = scope
      const implied = await readOtherCosts(tx, { organizationId, customerId, window })
      const query = differing(sums(implied), stored({ ...scope, customerIds: [customerId] }))
      found.push(...(await findDifferences(tx, query, limit - found.length)))
      if (found.length >= limit) return found
    }
    return found
  },
}

const FIGURES = [
  'service_count',
  'computed_cost',
  'uncomputed_count',
  'reported_cost',
  'uncomputed_reported_cost',
].map((column) => sql`sum(${sql.ref(column)})`)
/** Ignores a model that no event uses any more: corrections leave rows that sum to zero. */
const isThere = sql`having ${sql.join(
  FIGURES.map((figure) => sql`${figure} <> 0`),
  sql` or `,
)}`
const PLACE = sql`concat_ws(' ', kind, agent_id, signal_id, day, provider, model)`
const BY_PLACE = sql`group by customer_id, kind, agent_id, signal_id, day, provider, model`

function sums(totals: readonly OtherCostTotals[]) {
  return sql`select customer_id, ${PLACE} as place, ${figures(...FIGURES)} as figures
    from unnest(
      ${totals.map((one) => one.customerId)}::uuid[], ${totals.map((one) => one.kind)}::text[],
      ${totals.map((one) => one.agentId)}::uuid[], ${totals.map((one) => one.signalId)}::uuid[],
      ${totals.map((one) => new Date(one.day).toISOString().slice(0, 10))}::date[],
      ${totals.map((one) => one.provider)}::text[], ${totals.map((one) => one.model)}::text[],
      ${totals.map((one) => one.serviceCount)}::numeric[],
      ${totals.map((one) => one.computedCost.toFixed())}::numeric[],
      ${totals.map((one) => one.uncomputedCount)}::numeric[],
      ${totals.map((one) => one.reportedCost.toFixed())}::numeric[],
      ${totals.map((one) => one.uncomputedReportedCost.toFixed())}::numeric[]
    ) as sums (customer_id, kind, agent_id, signal_id, day, provider, model, service_count,
      computed_cost, uncomputed_count, reported_cost, uncomputed_reported_cost)
    ${BY_PLACE} ${isThere}`
}

function stored(scope: Scope) {
  return sql`select customer_id, ${PLACE} as place, ${figures(...FIGURES)} as figures
    from other_cost_days days where ${inDays('days', scope)} ${BY_PLACE} ${isThere}`
}
