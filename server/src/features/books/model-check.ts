import { sql } from 'kysely'
import { type ModelSums, readModelSums } from '../usage/model-sums.ts'
import { type Check, type Difference, findDifferences } from './check.ts'
import { countEvents, differing, figures } from './compared.ts'
import { inScope, type Scope } from './scope.ts'

/**
 * Compares model sums with the events. Models are parsed from the records, so customers are
 * processed one at a time.
 */
export const models: Check = {
  name: 'models_equal_events',
  says: 'Uses, tokens of each kind and units by model and quarter of an hour',
  compared: countEvents,
  async find(tx, scope, limit) {
    const found: Difference[] = []
    for (const customerId of scope.customerIds) {
      const { organizationId, window } = scope
      const own = { ...scope, customerIds: [customerId] }
      for await (const sums of readModelSums(tx, { organizationId, customerId, window })) {
        const query = differing(implied(sums), stored(own, sums))
        found.push(...(await findDifferences(tx, query, limit - found.length)))
        if (found.length >= limit) return found
      }
    }
    return found
  },
}

const FIGURES = [
  'service_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'quantity',
].map((column) => sql`sum(${sql.ref(column)})`)
/** Ignores a model that no event uses any more: corrections leave rows that sum to zero. */
const isThere = sql`having ${sql.join(
  FIGURES.map((figure) => sql`${figure} <> 0`),
  sql` or `,
)}`
const PLACE = sql`concat_ws(' ', agent_id, signal_id, bucket, provider, model)`
const BY_PLACE = sql`group by customer_id, agent_id, signal_id, bucket, provider, model`

function implied({ sums }: ModelSums) {
  return sql`select customer_id, ${PLACE} as place, ${figures(...FIGURES)} as figures
    from unnest(
      ${sums.map((one) => one.customerId)}::uuid[], ${sums.map((one) => one.agentId)}::uuid[],
      ${sums.map((one) => one.signalId)}::uuid[],
      ${sums.map((one) => new Date(one.bucket))}::timestamptz[],
      ${sums.map((one) => one.provider)}::text[], ${sums.map((one) => one.model)}::text[],
      ${sums.map((one) => one.serviceCount)}::numeric[],
      ${sums.map((one) => one.inputTokens)}::numeric[],
      ${sums.map((one) => one.outputTokens)}::numeric[],
      ${sums.map((one) => one.cacheReadTokens)}::numeric[],
      ${sums.map((one) => one.cacheWriteTokens)}::numeric[],
      ${sums.map((one) => one.quantity)}::numeric[]
    ) as sums (customer_id, agent_id, signal_id, bucket, provider, model, service_count,
      input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, quantity)
    ${BY_PLACE}`
}

function stored(scope: Scope, { start, end }: ModelSums) {
  const from = start === undefined ? sql`` : sql`and bucket >= ${new Date(start)}`
  const to = end === undefined ? sql`` : sql`and bucket < ${new Date(end)}`
  return sql`select customer_id, ${PLACE} as place, ${figures(...FIGURES)} as figures
    from model_rollups rollups
    where ${inScope('rollups', scope, sql`rollups.bucket`)} ${from} ${to}
    ${BY_PLACE} ${isThere}`
}
