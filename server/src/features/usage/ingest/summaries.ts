import { toExactText } from '../../../domain/money.ts'
import type { Statement } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'
import type { ModelTotals, UsageTotals } from './rollups.ts'
import { rowsFrom } from './rows-from.ts'
import { daySum, modelSum } from './sums-by-day.ts'

/**
 * Builds the statements that add days and models to the sums of customers and organizations. Rows
 * are sorted by key, as for every writer. `slot` is the slot of the writer.
 */
export function summaryStatements(
  { days, models }: { days: readonly UsageTotals[]; models: readonly ModelTotals[] },
  { slot, isBackfill }: { slot: number; isBackfill: boolean },
): Statement[] {
  return [
    customerStatement(
      daySum(days, ({ customerId, start }) => `${customerId}${start}`),
      isBackfill,
    ),
    organizationStatement(
      daySum(days, ({ organizationId, start, agentId, signalId }) => {
        return `${organizationId}${start}${agentId}${signalId}`
      }),
      slot,
    ),
    ...(models.length === 0 ? [] : [modelStatement(modelSum(models), slot)]),
  ]
}

const ADD_SUMS = `event_count = total.event_count + excluded.event_count,
  quantity = total.quantity + excluded.quantity, cost = total.cost + excluded.cost,
  uncosted_event_count = total.uncosted_event_count + excluded.uncosted_event_count`

const sums = (rows: readonly UsageTotals[]) => [
  arrayText(rows, (row) => String(row.eventCount)),
  arrayText(rows, (row) => String(row.quantity)),
  arrayText(rows, (row) => toExactText(row.cost)),
  arrayText(rows, (row) => String(row.uncostedEventCount)),
]

function customerStatement(rows: readonly UsageTotals[], isBackfill: boolean): Statement {
  const types = ['date', 'uuid', 'bigint', 'numeric', 'numeric', 'bigint']
  const from = rowsFrom(rows, { types, rest: '$8::boolean' })
  return {
    name: `upsert-customer-days-${from.kind}`,
    text: `insert into customer_days as total
      (customer_id, day, organization_id, event_count, quantity, cost, uncosted_event_count,
       is_backfill)
      ${from.text}
      on conflict (customer_id, day, is_backfill) do update set ${ADD_SUMS}`,
    values: [
      from.customers,
      arrayText(rows, (row) => dateText(row.start)),
      arrayText(rows, (row) => row.organizationId),
      ...sums(rows),
      isBackfill,
    ],
  }
}

function organizationStatement(rows: readonly UsageTotals[], slot: number): Statement {
  return {
    name: 'upsert-organization-days',
    text: `insert into organization_days as total
      (organization_id, day, agent_id, signal_id, event_count, quantity, cost,
       uncosted_event_count, writer_slot)
      select *, $9::smallint from unnest($1::uuid[], $2::date[], $3::uuid[], $4::uuid[],
        $5::bigint[], $6::numeric[], $7::numeric[], $8::bigint[])
      on conflict (organization_id, day, agent_id, signal_id, writer_slot) do update set ${ADD_SUMS}`,
    values: [
      arrayText(rows, (row) => row.organizationId),
      arrayText(rows, (row) => dateText(row.start)),
      arrayText(rows, (row) => row.agentId),
      arrayText(rows, (row) => row.signalId),
      ...sums(rows),
      slot,
    ],
  }
}

function modelStatement(rows: readonly ModelTotals[], slot: number): Statement {
  return {
    name: 'upsert-organization-models',
    text: `insert into organization_models as total
      (organization_id, day, provider, model, service_count, input_tokens, output_tokens,
       cache_read_tokens, cache_write_tokens, quantity, cost, slot)
      select *, $12::smallint from unnest($1::uuid[], $2::date[], $3::text[], $4::text[],
        $5::bigint[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[],
        $11::numeric[])
      on conflict (organization_id, day, provider, model, slot) do update set
        service_count = total.service_count + excluded.service_count,
        input_tokens = total.input_tokens + excluded.input_tokens,
        output_tokens = total.output_tokens + excluded.output_tokens,
        cache_read_tokens = total.cache_read_tokens + excluded.cache_read_tokens,
        cache_write_tokens = total.cache_write_tokens + excluded.cache_write_tokens,
        quantity = total.quantity + excluded.quantity, cost = total.cost + excluded.cost`,
    values: [
      arrayText(rows, (row) => row.organizationId),
      arrayText(rows, (row) => dateText(row.bucket)),
      rows.map((row) => row.provider),
      rows.map((row) => row.model),
      arrayText(rows, (row) => String(row.serviceCount)),
      arrayText(rows, (row) => String(row.inputTokens)),
      arrayText(rows, (row) => String(row.outputTokens)),
      arrayText(rows, (row) => String(row.cacheReadTokens)),
      arrayText(rows, (row) => String(row.cacheWriteTokens)),
      arrayText(rows, (row) => String(row.quantity)),
      arrayText(rows, (row) => toExactText(row.cost)),
      slot,
    ],
  }
}
