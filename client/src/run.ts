import type { KeyedRecord } from './keyed-record.ts'
import type { Warnings } from './recording/warnings.ts'
import { namedUse, type ServiceUse, servicesOf } from './service-uses.ts'
import type { UsageRecord } from './usage-record.ts'

/** What shows that an outcome holds. The service shows it to the customer, too. */
export type Evidence = {
  /** An address that starts with `https://`. */
  evidenceUrl?: UsageRecord['evidenceUrl'] | undefined
  /** At most 2,000 characters. */
  evidence?: UsageRecord['evidence'] | undefined
}

/** The customer of a job, and the outcome that it produces. */
export type RunOptions = {
  /** Your own id of the customer. */
  customer: string
  /** The code of the agent. */
  agent: string
  /** The name of the signal that you bill. */
  signal: string
  /** Units of the signal for a finished job; 1 by default. `job.quantity` can change it. */
  quantity?: number | undefined
  /** Groups the events of one run; the `idempotencyKey` if omitted, or else generated. */
  runId?: string | undefined
  /**
   * For example the id of the job: a job that runs twice by mistake is billed once. The event of
   * the first run counts; a second run with other services is reported as `already_recorded`.
   */
  idempotencyKey?: string | undefined
  usageDate?: string | undefined
  metadata?: UsageRecord['metadata']
} & Evidence

/** Collects what a job uses while it runs. */
export type Job = {
  readonly runId: string
  /** Units of the signal that will be billed if the work succeeds. */
  quantity: number
  metadata: NonNullable<UsageRecord['metadata']>
  evidenceUrl: string | undefined
  evidence: string | undefined
  /** Adds what the job used, one by one or in lists. Never throws: a use without a name counts as `unknown`. */
  add(...uses: (ServiceUse | readonly ServiceUse[])[]): void
}

/**
 * Records an event. The result of a finished job is passed along so that an error can include it.
 */
export type RecordEvent = (event: KeyedRecord, job?: { result: unknown }) => Promise<void>

type RunReports = {
  onWarnings: Warnings
  /** Called with an error that the caller does not get. */
  onSwallowed: (error: unknown) => void
}
const NO_REPORTS: RunReports = { onWarnings: () => undefined, onSwallowed: () => undefined }

/**
 * Runs the work and records one event with all its services. If the work fails, its services still
 * cost money: the event then has quantity 0, and the work's own error is thrown.
 */
export async function run<Result>(
  record: RecordEvent,
  options: RunOptions,
  work: (job: Job) => Promise<Result> | Result,
  { onWarnings, onSwallowed }: RunReports = NO_REPORTS,
): Promise<Result> {
  const uses: ServiceUse[] = []
  const job: Job = {
    // A repetition of the job has the same id, so that its event is a duplicate of the first one.
    runId: options.runId ?? (options.idempotencyKey || crypto.randomUUID()),
    quantity: options.quantity ?? 1,
    metadata: { ...options.metadata },
    evidenceUrl: options.evidenceUrl,
    evidence: options.evidence,
    add: (...more) =>
      void uses.push(...more.flat().map((use) => namedUse(use, 'job.add', onWarnings))),
  }
  let result: Result
  try {
    result = await work(job)
  } catch (error) {
    // The caller must get the work's own error; `onLost` receives the recording error.
    if (uses.length > 0) {
      await record(eventOf(options, job, uses, 'failed')).catch(onSwallowed)
    }
    throw error
  }
  await record(eventOf(options, job, uses, 'done'), { result })
  return result
}

function eventOf(
  { customer, agent, signal, idempotencyKey, usageDate }: RunOptions,
  { runId, quantity, metadata, evidenceUrl, evidence }: Job,
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
    // The key stands for the finished job. A failed attempt gets another key, because a retry may
    // finish the job.
    idempotencyKey: outcome === 'done' && idempotencyKey ? idempotencyKey : crypto.randomUUID(),
    ...(usageDate === undefined ? {} : { usageDate }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...evidenceFields({ evidenceUrl, evidence }),
  }
}

/** Returns the fields that are set. */
export function evidenceFields({ evidenceUrl, evidence }: Evidence) {
  return {
    ...(evidenceUrl === undefined ? {} : { evidenceUrl }),
    ...(evidence === undefined ? {} : { evidence }),
  }
}
