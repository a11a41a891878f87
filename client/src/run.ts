import { randomUUID } from 'node:crypto'
import type { UsageRecord, UsedService } from './api.gen.ts'
import type { KeyedRecord } from './keyed-record.ts'

/** Whose job it is, and which outcome of yours it stands for. */
export type RunOptions = {
  /** Your own id of the customer. */
  customer: string
  /** The code of the agent. */
  agent: string
  /** The name of the signal: what you bill for. */
  signal: string
  /** Units of the signal that a finished job comes to; 1 by default. `job.quantity` can change it. */
  quantity?: number | undefined
  /** Groups the events of one run; made if left out. */
  runId?: string | undefined
  /** Such as the id of the job: a job that was done twice by mistake is billed once. */
  idempotencyKey?: string | undefined
  usageDate?: string | undefined
  metadata?: UsageRecord['metadata']
}

/** One call of a model, or use of a service, as the catalog names it. */
export type ServiceUse = UsedService

/** What the work writes down while it goes on. */
export type Job = {
  readonly runId: string
  /** Units of the signal that will be billed if the work succeeds. */
  quantity: number
  metadata: NonNullable<UsageRecord['metadata']>
  add(...uses: ServiceUse[]): void
}

/** Records an event; of a job that is done, with its result, so that an error has it. */
type RecordEvent = (event: KeyedRecord, job?: { result: unknown }) => Promise<void>

/** As many as the service takes for one event. */
const SERVICES_MAX = 1000
/** An event needs a service. The catalog has this one at no cost, for work that used none. */
const NO_SERVICE: ServiceUse = { model: 'none', modelProvider: 'piecework', quantity: 1 }

/**
 * Does the work and then records one event with all its services. Where the work fails, what it used
 * has still been paid for: the event has the quantity 0, and the work's own error is thrown.
 */
export async function run<Result>(
  record: RecordEvent,
  options: RunOptions,
  work: (job: Job) => Promise<Result> | Result,
): Promise<Result> {
  const uses: ServiceUse[] = []
  const job: Job = {
    runId: options.runId ?? randomUUID(),
    quantity: options.quantity ?? 1,
    metadata: { ...options.metadata },
    add: (...more) => void uses.push(...more),
  }
  let result: Result
  try {
    result = await work(job)
  } catch (error) {
    // The work's own error is what its caller has to hear of; onLost hears of the other.
    if (uses.length > 0) {
      await record(eventOf(options, job, uses, 'failed')).catch(() => undefined)
    }
    throw error
  }
  await record(eventOf(options, job, uses, 'done'), { result })
  return result
}

function eventOf(
  { customer, agent, signal, idempotencyKey, usageDate }: RunOptions,
  { runId, quantity, metadata }: Job,
  uses: readonly ServiceUse[],
  outcome: 'done' | 'failed',
): KeyedRecord {
  return {
    customerExternalId: customer,
    agentCode: agent,
    signalName: signal,
    services: servicesOf(uses),
    quantity: outcome === 'done' ? quantity : 0,
    runId,
    // The key stands for the job that was done. A try that failed is not it, and may be followed by it.
    idempotencyKey: outcome === 'done' && idempotencyKey ? idempotencyKey : randomUUID(),
    ...(usageDate === undefined ? {} : { usageDate }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  }
}

function servicesOf(uses: readonly ServiceUse[]): ServiceUse[] {
  if (uses.length === 0) return [{ ...NO_SERVICE }]
  return uses.length <= SERVICES_MAX ? [...uses] : summed(uses)
}

const TOKENS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

/** One entry for each model: its tokens added, and the number of its calls as quantity. */
function summed(uses: readonly ServiceUse[]): ServiceUse[] {
  const sums = new Map<string, ServiceUse>()
  for (const use of uses) {
    const key = JSON.stringify([use.modelProvider, use.model])
    const sum: ServiceUse = sums.get(key) ?? {
      model: use.model,
      modelProvider: use.modelProvider,
      quantity: 0,
    }
    sum.quantity = (sum.quantity ?? 0) + (use.quantity ?? 1)
    for (const kind of TOKENS) {
      const tokens = use[kind]
      if (tokens !== undefined) sum[kind] = (sum[kind] ?? 0) + tokens
    }
    sums.set(key, sum)
  }
  return [...sums.values()]
}
