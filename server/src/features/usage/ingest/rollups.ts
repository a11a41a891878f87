import { type Decimal, toExactText, ZERO } from '../../../domain/money.ts'
import { bucketOf } from '../../../domain/time/range.ts'
import type { Statement } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { CostedService } from '../cost-record.ts'
import { timestampText } from './timestamp-text.ts'

/** What one event adds to the rollups, or, with negative numbers, takes from them. */
export type RollupChange = {
  organizationId: string
  customerId: string
  agentId: string
  signalId: string
  usageDate: number
  eventCount: number
  uncostedEventCount: number
  quantity: number
  cost: Decimal | null
  services: readonly Pick<
    CostedService,
    'model' | 'modelProvider' | 'inputTokens' | 'outputTokens' | 'quantity' | 'cost'
  >[]
  /** How often each service counts: 1 for a new event, 0 when only its cost became known. */
  serviceCount: number
}

type UsageTotals = {
  organizationId: string
  customerId: string
  bucket: number
  agentId: string
  signalId: string
  eventCount: number
  quantity: bigint
  cost: Decimal
  uncostedEventCount: number
}

type ModelTotals = {
  organizationId: string
  customerId: string
  bucket: number
  agentId: string
  signalId: string
  provider: string
  model: string
  serviceCount: number
  inputTokens: bigint
  outputTokens: bigint
  quantity: bigint
  cost: Decimal
}

/** Sums changes by the keys of the rollup tables, so that each row is written once. */
export function createRollupTotals() {
  const usage = new Map<string, UsageTotals>()
  const models = new Map<string, ModelTotals>()

  function add(change: RollupChange): void {
    const { organizationId, customerId, agentId, signalId } = change
    const bucket = bucketOf(change.usageDate)
    const key = `${customerId}${bucket}${agentId}${signalId}`
    let total = usage.get(key)
    if (!total) {
      total = { organizationId, customerId, bucket, agentId, signalId, ...NO_USAGE }
      usage.set(key, total)
    }
    total.eventCount += change.eventCount
    total.uncostedEventCount += change.uncostedEventCount
    total.quantity += BigInt(change.quantity)
    if (change.cost) total.cost = total.cost.plus(change.cost)
    for (const service of change.services) addService(key, total, service, change.serviceCount)
  }

  function addService(
    usageKey: string,
    { organizationId, customerId, bucket, agentId, signalId }: UsageTotals,
    service: RollupChange['services'][number],
    serviceCount: number,
  ): void {
    const { modelProvider: provider, model } = service
    // No name can contain a NUL, so two different pairs never make one key.
    const key = `${usageKey}${provider}\u0000${model}`
    let total = models.get(key)
    if (!total) {
      const scope = { organizationId, customerId, bucket, agentId, signalId, provider, model }
      total = { ...scope, ...NO_SERVICE }
      models.set(key, total)
    }
    total.serviceCount += serviceCount
    total.cost = total.cost.plus(service.cost)
    if (serviceCount === 0) return
    total.inputTokens += BigInt(service.inputTokens)
    total.outputTokens += BigInt(service.outputTokens)
    total.quantity += BigInt(service.quantity)
  }

  /** Sorted by key: every writer locks the rows in the same order, so none deadlocks. */
  function sorted() {
    const byKey = <T>([a]: [string, T], [b]: [string, T]) => (a < b ? -1 : a > b ? 1 : 0)
    return {
      usage: [...usage].sort(byKey).map(([, total]) => total),
      models: [...models].sort(byKey).map(([, total]) => total),
    }
  }
  return { add, sorted }
}

export type RollupTotals = ReturnType<typeof createRollupTotals>

const ROWS_AT_ONCE = 5_000

const NO_USAGE = { eventCount: 0, quantity: 0n, cost: ZERO, uncostedEventCount: 0 }
const NO_SERVICE = {
  serviceCount: 0,
  inputTokens: 0n,
  outputTokens: 0n,
  quantity: 0n,
  cost: ZERO,
}

/**
 * The statements that add the totals to the tables, to be run in their order in a transaction. What
 * became known later (`isBackfill`) goes to rows of its own, so that a long backfill holds no row
 * that recording needs.
 */
export function rollupStatements(
  totals: RollupTotals,
  { isBackfill }: { isBackfill: boolean },
): Statement[] {
  const { usage, models } = totals.sorted()
  return [
    ...slices(usage, ROWS_AT_ONCE).map((rows) => usageRollupStatement(rows, isBackfill)),
    ...slices(models, ROWS_AT_ONCE).map((rows) => modelRollupStatement(rows, isBackfill)),
  ]
}

function slices<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

function usageRollupStatement(usage: readonly UsageTotals[], isBackfill: boolean): Statement {
  return {
    name: 'upsert-usage-rollups',
    text: `insert into usage_rollups as rollup
      (customer_id, bucket, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count, is_backfill)
      select *, $10::boolean from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[],
        $5::uuid[], $6::bigint[], $7::numeric[], $8::numeric[], $9::bigint[])
      on conflict (customer_id, bucket, agent_id, signal_id, is_backfill) do update set
        event_count = rollup.event_count + excluded.event_count,
        quantity = rollup.quantity + excluded.quantity,
        cost = rollup.cost + excluded.cost,
        uncosted_event_count = rollup.uncosted_event_count + excluded.uncosted_event_count`,
    values: [
      arrayText(usage, (row) => row.customerId),
      arrayText(usage, (row) => timestampText(row.bucket)),
      arrayText(usage, (row) => row.agentId),
      arrayText(usage, (row) => row.signalId),
      arrayText(usage, (row) => row.organizationId),
      arrayText(usage, (row) => String(row.eventCount)),
      arrayText(usage, (row) => String(row.quantity)),
      arrayText(usage, (row) => toExactText(row.cost)),
      arrayText(usage, (row) => String(row.uncostedEventCount)),
      isBackfill,
    ],
  }
}

function modelRollupStatement(models: readonly ModelTotals[], isBackfill: boolean): Statement {
  return {
    name: 'upsert-model-rollups',
    text: `insert into model_rollups as rollup
      (customer_id, bucket, agent_id, signal_id, provider, model, organization_id,
       service_count, input_tokens, output_tokens, quantity, cost, is_backfill)
      select *, $13::boolean from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[],
        $5::text[], $6::text[], $7::uuid[], $8::bigint[], $9::numeric[], $10::numeric[],
        $11::numeric[], $12::numeric[])
      on conflict (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill)
      do update set
        service_count = rollup.service_count + excluded.service_count,
        input_tokens = rollup.input_tokens + excluded.input_tokens,
        output_tokens = rollup.output_tokens + excluded.output_tokens,
        quantity = rollup.quantity + excluded.quantity,
        cost = rollup.cost + excluded.cost`,
    values: [
      arrayText(models, (row) => row.customerId),
      arrayText(models, (row) => timestampText(row.bucket)),
      arrayText(models, (row) => row.agentId),
      arrayText(models, (row) => row.signalId),
      models.map((row) => row.provider),
      models.map((row) => row.model),
      arrayText(models, (row) => row.organizationId),
      arrayText(models, (row) => String(row.serviceCount)),
      arrayText(models, (row) => String(row.inputTokens)),
      arrayText(models, (row) => String(row.outputTokens)),
      arrayText(models, (row) => String(row.quantity)),
      arrayText(models, (row) => toExactText(row.cost)),
      isBackfill,
    ],
  }
}
