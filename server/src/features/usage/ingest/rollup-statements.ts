import { toExactText } from '../../../domain/money.ts'
import type { Statement } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText, timestampText } from '../../../platform/values/timestamp-text.ts'
import { markStatements } from '../../earning-marks/mark.ts'
import { reopenStatement } from '../closed-sums/reopen.ts'
import { otherCostStatements } from './other-cost-statements.ts'
import type { ModelTotals, RollupTotals, UsageTotals } from './rollups.ts'
import { rowsFrom } from './rows-from.ts'
import { BACKFILL_SLOT } from './slots.ts'
import { summaryStatements } from './summaries.ts'

const ROWS_AT_ONCE = 5_000

/**
 * Builds the statements that add the totals to the tables, to be run in order in one transaction. A
 * backfill (in its own slot) uses separate rows, so that it never locks rows that ingestion needs.
 */
export function rollupStatements(
  totals: RollupTotals,
  { slot, now }: { slot: number; now: Date },
): Statement[] {
  const { usage, days, models, otherCosts } = totals.sorted()
  const isBackfill = slot === BACKFILL_SLOT
  return [
    ...slices(usage, ROWS_AT_ONCE).map((rows) => usageStatement(BUCKETS, rows, isBackfill)),
    ...slices(days, ROWS_AT_ONCE).map((rows) => usageStatement(DAYS, rows, isBackfill)),
    ...modelStatements(models, { isBackfill }),
    ...otherCostStatements(otherCosts, { isBackfill }),
    ...(days.length === 0 ? [] : summaryStatements({ days, models }, { slot, isBackfill })),
    ...(days.length === 0 ? [] : [reopenStatement(days)]),
    ...staleEarnings(days, now),
  ]
}

function staleEarnings(days: readonly UsageTotals[], now: Date): Statement[] {
  const byOrganization = Map.groupBy(days, ({ organizationId }) => organizationId)
  return [...byOrganization].flatMap(([organizationId, own]) => {
    const stale = own.map(({ customerId, start }) => {
      const day = dateText(start)
      return { customerId, days: { first: day, last: day } }
    })
    return markStatements(organizationId, stale, now)
  })
}

/** Builds only the statements for the sums by model. */
export function modelStatements(
  models: readonly ModelTotals[],
  { isBackfill }: { isBackfill: boolean },
): Statement[] {
  return slices(models, ROWS_AT_ONCE).map((rows) => modelRollupStatement(rows, isBackfill))
}

function slices<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

const BUCKETS = {
  name: 'upsert-usage-rollups',
  insert: 'insert into usage_rollups as rollup',
  column: 'bucket',
  type: 'timestamptz',
} as const
const DAYS = {
  name: 'upsert-usage-days',
  insert: 'insert into usage_days as rollup',
  column: 'day',
  type: 'date',
} as const

/** A new event has no rejected quantity unless it is provisional, so recording seldom sends it. */
function usageStatement(
  { name, insert, column, type }: typeof BUCKETS | typeof DAYS,
  usage: readonly UsageTotals[],
  isBackfill: boolean,
): Statement {
  const startText = type === 'date' ? dateText : timestampText
  const types = [type, 'uuid', 'uuid', 'uuid', 'bigint', 'numeric', 'numeric', 'bigint']
  const isRejecting = usage.some(hasRejected)
  const from = isRejecting
    ? rowsFrom(usage, { types: [...types, 'bigint', 'numeric'], rest: '$12::boolean' })
    : rowsFrom(usage, { types, rest: '0, 0, $10::boolean' })
  return {
    name: `${name}-${from.kind}${isRejecting ? '-rejected' : ''}`,
    text: `${insert}
      (customer_id, ${column}, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count,
       rejected_event_count, rejected_quantity, is_backfill)
      ${from.text}
      on conflict (customer_id, ${column}, agent_id, signal_id, is_backfill) do update set
        event_count = rollup.event_count + excluded.event_count,
        quantity = rollup.quantity + excluded.quantity,
        cost = rollup.cost + excluded.cost,
        uncosted_event_count = rollup.uncosted_event_count + excluded.uncosted_event_count
        ${isRejecting ? ADD_REJECTED : ''}`,
    values: [
      from.customers,
      arrayText(usage, (row) => startText(row.start)),
      arrayText(usage, (row) => row.agentId),
      arrayText(usage, (row) => row.signalId),
      arrayText(usage, (row) => row.organizationId),
      arrayText(usage, (row) => String(row.eventCount)),
      arrayText(usage, (row) => String(row.quantity)),
      arrayText(usage, (row) => toExactText(row.cost)),
      arrayText(usage, (row) => String(row.uncostedEventCount)),
      ...(isRejecting
        ? [
            arrayText(usage, (row) => String(row.rejectedEventCount)),
            arrayText(usage, (row) => String(row.rejectedQuantity)),
          ]
        : []),
      isBackfill,
    ],
  }
}

const hasRejected = ({ rejectedEventCount, rejectedQuantity }: UsageTotals) =>
  rejectedEventCount !== 0 || rejectedQuantity !== 0n

const ADD_REJECTED = `, rejected_event_count = rollup.rejected_event_count + excluded.rejected_event_count,
        rejected_quantity = rollup.rejected_quantity + excluded.rejected_quantity`

const MODEL_TYPES = [
  ...['timestamptz', 'uuid', 'uuid', 'text', 'text', 'uuid', 'bigint'],
  ...['numeric', 'numeric', 'numeric', 'numeric', 'numeric', 'numeric'],
]

function modelRollupStatement(models: readonly ModelTotals[], isBackfill: boolean): Statement {
  const from = rowsFrom(models, { types: MODEL_TYPES, rest: '$15::boolean' })
  return {
    name: `upsert-model-rollups-${from.kind}`,
    text: `insert into model_rollups as rollup
      (customer_id, bucket, agent_id, signal_id, provider, model, organization_id,
       service_count, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
       quantity, cost, is_backfill)
      ${from.text}
      on conflict (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill)
      do update set
        service_count = rollup.service_count + excluded.service_count,
        input_tokens = rollup.input_tokens + excluded.input_tokens,
        output_tokens = rollup.output_tokens + excluded.output_tokens,
        cache_read_tokens = rollup.cache_read_tokens + excluded.cache_read_tokens,
        cache_write_tokens = rollup.cache_write_tokens + excluded.cache_write_tokens,
        quantity = rollup.quantity + excluded.quantity,
        cost = rollup.cost + excluded.cost`,
    values: [
      from.customers,
      arrayText(models, (row) => timestampText(row.bucket)),
      arrayText(models, (row) => row.agentId),
      arrayText(models, (row) => row.signalId),
      models.map((row) => row.provider),
      models.map((row) => row.model),
      arrayText(models, (row) => row.organizationId),
      arrayText(models, (row) => String(row.serviceCount)),
      arrayText(models, (row) => String(row.inputTokens)),
      arrayText(models, (row) => String(row.outputTokens)),
      arrayText(models, (row) => String(row.cacheReadTokens)),
      arrayText(models, (row) => String(row.cacheWriteTokens)),
      arrayText(models, (row) => String(row.quantity)),
      arrayText(models, (row) => toExactText(row.cost)),
      isBackfill,
    ],
  }
}
