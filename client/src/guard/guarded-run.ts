import type { GuardDecision } from '../api.gen.ts'
import { decimalSum } from '../decimal-sum.ts'
import { GuardBlocked, RecordingError } from '../errors.ts'
import type { KeyedRecord } from '../keyed-record.ts'
import { type Evidence, evidenceFields } from '../run.ts'
import { namedUse, type ServiceUse, servicesOf } from '../service-uses.ts'
import type { UsageRecord } from '../usage-record.ts'
import type { Asks } from './asks.ts'
import { type GuardSettings, usd } from './options.ts'
import { type Reported, type Reporting, report } from './report.ts'
import { type Deadline, deadlineIn, TooLate } from './within-time.ts'

/** What a run produced. */
export type GuardOutcome = {
  /** Units of the signal; those of the options by default. 0 bills nothing. */
  quantity?: number | undefined
  /** What the run used and `spent` did not report. */
  services?: ServiceUse | readonly ServiceUse[] | undefined
  metadata?: UsageRecord['metadata']
} & Evidence

/** A run under way. */
export type GuardedRun = {
  readonly runId: string
  /** Is aborted, with the GuardBlocked as its reason, once the run may not go on. */
  readonly signal: AbortSignal
  /** The latest decision, which may be a warning; undefined if none was made in time. */
  readonly decision: GuardDecision | undefined
  /**
   * Reports what the run used since the last report, and asks for more if too little is left. Resolves
   * if the run may go on. Services are recorded and cost what their rates say. An amount in USD is
   * only counted for decisions: record what it was for with `done`.
   *
   * Throws GuardBlocked if the run may not go on, RecordingError if the service refused the record,
   * and the PieceworkError of any other refusal, such as a key that was revoked.
   */
  spent(
    used: ServiceUse | readonly ServiceUse[] | number | string,
    options?: { nextCostUsd?: number | string | undefined },
  ): Promise<void>
  /** Sets the outcome, which is recorded when the work returns. Without one nothing is billed. */
  done(outcome?: GuardOutcome): void
}

type Parts = { settings: GuardSettings; asks: Asks; reporting: Reporting; isStrict: boolean }

/** The state of a guarded run: its hold, what it cost, and whether it may go on. */
export class RunState {
  readonly #parts: Parts
  readonly #settings: GuardSettings
  readonly #stop = new AbortController()
  /** Records that are not stored yet, which the client goes on sending. */
  readonly #pending: Promise<void>[] = []
  #decision: GuardDecision | undefined
  #holdId: string | undefined
  /** After this instant the hold is extended, so that it does not expire under a long run. */
  #renewAt = 0
  /** USD until the next ask. The service decides with exact amounts. */
  #left = 0
  #recordedUsd = '0'
  #reportedUsd = '0'
  #outcome: GuardOutcome | undefined
  #blocked: GuardBlocked | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#settings = parts.settings
  }

  get blocked(): GuardBlocked | undefined {
    return this.#blocked
  }

  /** Asks before the run starts. Throws GuardBlocked, or the error of a refusal. */
  start(): Promise<void> {
    return this.#ask(undefined, deadlineIn(this.#settings.timeoutMs))
  }

  /** The run as its work sees it. */
  face(): GuardedRun {
    const decision = () => this.#decision
    return {
      runId: this.#settings.runId,
      signal: this.#stop.signal,
      get decision() {
        return decision()
      },
      spent: (used, { nextCostUsd } = {}) => this.#spent(used, nextCostUsd),
      done: (outcome = {}) => {
        this.#outcome = outcome
      },
    }
  }

  /** Ends a run whose work threw, an error that the caller must get. */
  async fail(): Promise<void> {
    for (const error of await this.#failedPending()) this.#parts.reporting.onSwallowed(error)
    await this.#release()
  }

  /**
   * Records the outcome, which settles the hold; without one releases it. With `fireAndForget: false`
   * throws a RecordingError if a record of the run is not stored.
   */
  async end(result: unknown): Promise<void> {
    const { quantity = this.#settings.quantity, services = [], ...more } = this.#outcome ?? {}
    const isOutcome = this.#outcome !== undefined && quantity !== 0
    const uses = [services ?? []].flat()
    const failures: unknown[] = []
    if (isOutcome || uses.length > 0) {
      const failure = await this.#recordEnd({ ...more, quantity, services: uses }, result)
      if (failure !== undefined) failures.push(failure)
    }
    if (!isOutcome) await this.#release()
    const [first, ...others] = [...failures, ...(await this.#failedPending())]
    for (const error of others) this.#parts.reporting.onSwallowed(error)
    if (first !== undefined) throw first
  }

  /** Returns the error that the caller must get, if the outcome is not recorded. */
  async #recordEnd(parts: EventParts, result: unknown) {
    const key = parts.quantity === 0 ? undefined : this.#settings.idempotencyKey
    const deadline = deadlineIn(this.#settings.timeoutMs)
    try {
      await this.#report(this.#eventOf({ ...parts, key }), deadline, { result })
      return undefined
    } catch (error) {
      // Refused, such as for the key of a job that another run has finished: nothing settles the hold.
      await this.#release()
      if (this.#parts.isStrict || !(error instanceof RecordingError)) return error
      this.#parts.reporting.onSwallowed(error)
      return undefined
    }
  }

  /** Waits for the records that are sent on, and returns the errors of those that are not stored. */
  async #failedPending(): Promise<unknown[]> {
    const settled = await Promise.allSettled(this.#pending)
    return settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  }

  async #spent(
    used: ServiceUse | readonly ServiceUse[] | number | string,
    nextCost: number | string | undefined,
  ): Promise<void> {
    const next = nextCost === undefined ? this.#settings.nextCostUsd : usd('nextCostUsd', nextCost)
    const deadline = deadlineIn(this.#settings.timeoutMs)
    const isKnown =
      typeof used === 'object' ? await this.#recordUse(used, deadline) : this.#countAmount(used)
    // What a stopped run still uses costs money too, but needs no further decision.
    if (this.#blocked !== undefined) throw this.#blocked
    if (isKnown instanceof TooLate) return this.#goOnUndecided(isKnown)
    const isEnough = next === undefined ? this.#left > 0 : this.#left >= Number(next)
    const isFresh = performance.now() < this.#renewAt
    if (isKnown && this.#holdId !== undefined && isEnough && isFresh) return
    await this.#ask(next, deadline)
  }

  /** Returns false if it is not known what is left, because the cost of the use is not. */
  async #recordUse(
    used: ServiceUse | readonly ServiceUse[],
    deadline: Deadline,
  ): Promise<boolean | TooLate> {
    const services = [used].flat()
    const stored = await this.#report(this.#eventOf({ quantity: 0, services }), deadline)
    if (stored instanceof TooLate) return stored
    const { costUsd, hold } = stored
    if (costUsd === undefined) return false
    this.#recordedUsd = sumOf(this.#recordedUsd, costUsd)
    // The answer to a repeat, after a lost answer, does not say what is left.
    if (hold === undefined) this.#left -= Number(costUsd)
    // Answers to reports at the same time may arrive in any order.
    else this.#left = Math.min(this.#left, Number(hold.remaining) - Number(this.#reportedUsd))
    return true
  }

  #countAmount(amount: unknown): true {
    const spent = usd('spent', amount)
    this.#reportedUsd = sumOf(this.#reportedUsd, spent)
    this.#left -= Number(spent)
    return true
  }

  /** Decides if the run may go on: extends its hold, or makes one. */
  async #ask(next: string | undefined, deadline: Deadline): Promise<void> {
    const { asks } = this.#parts
    const { estimatedCostUsd, ttlSeconds } = this.#settings
    const nextCostUsd = next ?? (this.#left > 0 ? this.#left.toFixed(10) : estimatedCostUsd)
    const holdId = this.#holdId
    const costSoFarUsd = sumOf(this.#recordedUsd, this.#reportedUsd)
    const askedAt = performance.now()
    const decision =
      holdId === undefined
        ? await asks.hold(deadline)
        : await asks.extend({ holdId, costSoFarUsd, nextCostUsd }, deadline)
    if (decision instanceof TooLate) return this.#goOnUndecided(decision)
    this.#decision = decision
    if (decision.decision !== 'allow' && decision.decision !== 'warn') {
      throw this.#block(blockedBy(decision, this.#settings.runId))
    }
    this.#holdId = decision.holdId ?? undefined
    this.#renewAt = askedAt + ttlSeconds * 500
    this.#left = Number(holdId === undefined ? estimatedCostUsd : nextCostUsd)
  }

  #goOnUndecided(late: TooLate): void {
    this.#decision = undefined
    if (this.#settings.whenUndecided === 'stop') throw this.#block(undecided(this.#settings, late))
  }

  #block(blocked: GuardBlocked): GuardBlocked {
    this.#blocked ??= blocked
    this.#stop.abort(this.#blocked)
    return this.#blocked
  }

  /** Sends a record. If it is too late for its answer, the client goes on sending it. */
  async #report(
    event: KeyedRecord,
    deadline: Deadline,
    job?: { result: unknown },
  ): Promise<Reported | TooLate> {
    const { reporting } = this.#parts
    const { record, answer } = await report(reporting, event, deadline, job)
    if (!(answer instanceof TooLate)) return answer
    const pending = reporting.record(record, job)
    // Awaited at the end; a rejection before that is not unhandled.
    pending.catch(() => undefined)
    this.#pending.push(pending)
    return answer
  }

  #eventOf({ quantity, services, metadata, key, ...evidence }: EventParts): KeyedRecord {
    const { customer, agent, signal, runId } = this.#settings
    const { onWarnings } = this.#parts.reporting
    const all = { ...this.#settings.metadata, ...metadata }
    return {
      customerExternalId: customer,
      agentCode: agent,
      signalName: signal,
      services: servicesOf(services.map((use) => namedUse(use, 'run.spent', onWarnings))),
      quantity,
      runId,
      idempotencyKey: key || crypto.randomUUID(),
      ...(Object.keys(all).length === 0 ? {} : { metadata: all }),
      ...evidenceFields(evidence),
    }
  }

  async #release(): Promise<void> {
    if (this.#holdId !== undefined) await this.#parts.asks.release(this.#holdId)
  }
}

type EventParts = {
  quantity: number
  services: readonly ServiceUse[]
  metadata?: UsageRecord['metadata']
  key?: string | undefined
} & Evidence

const sumOf = (one: string, other: string): string => String(decimalSum(one, other))

function blockedBy(decision: GuardDecision, runId: string): GuardBlocked {
  const reason = decision.reason ?? 'budget_exceeded'
  return new GuardBlocked(decision.message ?? `The run is blocked: ${reason}`, {
    runId,
    reason,
    decision,
  })
}

function undecided({ runId }: GuardSettings, { cause, afterMs }: TooLate): GuardBlocked {
  const why = cause instanceof Error ? cause.message : String(cause)
  const text = `No decision after ${afterMs} ms, and the run stops when undecided: ${why}`
  return new GuardBlocked(text, { runId, reason: 'undecided', cause })
}
