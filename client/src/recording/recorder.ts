import type { UsageBatchResult } from '../api.gen.ts'
import { NetworkError, PieceworkError, RecordingError, ValidationError } from '../errors.ts'
import { backoff, isRetryable } from '../http/backoff.ts'
import type { Logger } from '../log.ts'
import type { UsageRecord } from '../usage-record.ts'
import { failedOf, halvesOf, sizeOf } from './batch.ts'
import { outcomesOf, refusalsOf, type Stored } from './batch-answer.ts'
import type { RecordingCounts } from './counts.ts'
import { batchText, type Entry, entryOf, textOf } from './entry.ts'
import { Held } from './held.ts'
import { createLosses, type Losses, type LossReason, reasonOfRefusal } from './losses.ts'
import type { RecordingOptions } from './options.ts'
import { Outage } from './outage.ts'
import { Pause } from './pause.ts'
import type { recordingSettings } from './settings.ts'
import { Timers } from './timers.ts'
import { Waiters } from './waiters.ts'
import { createWarnings, type Warnings } from './warnings.ts'

type Settings = ReturnType<typeof recordingSettings>
type SendBatch = (body: string, signal: AbortSignal) => Promise<UsageBatchResult>

const REQUESTS_MAX = 4
const FULL = new PieceworkError('Too many records wait to be sent')
const CLOSED = new PieceworkError('The client is closed')

/**
 * Sends records in the background. The number of held records is bounded, whatever the service
 * does.
 */
export class Recorder {
  readonly #settings: Settings
  readonly #send: SendBatch
  readonly #losses: Losses
  /** True if `onLost` receives lost records. */
  readonly #hasReceiver: boolean
  readonly #warnings: Warnings
  readonly #timers = new Timers()
  readonly #pause: Pause
  readonly #outage: Outage
  readonly #waiters = new Waiters()
  readonly #counts = {
    recorded: 0,
    stored: 0,
    duplicates: 0,
    uncosted: 0,
    warned: 0,
    alreadyRecorded: 0,
    lost: 0,
    retries: 0,
  }
  readonly #held: Held
  /** Batches being sent. A batch removed before its response was already reported as lost. */
  readonly #onTheWay = new Set<Entry[]>()
  /** The batch being sent during an outage. */
  #probe: Entry[] | undefined
  /** Number of batches that the service answered. */
  #gotThrough = 0
  /** The error of the last attempt, if none has succeeded since. */
  #lastFailure: PieceworkError | undefined
  /** True if a batch that is not full must be sent now. */
  #isDue = false
  #isClosed = false
  readonly #end = new AbortController()
  #cancelTick: (() => void) | undefined

  constructor(
    settings: Settings,
    send: SendBatch,
    onLost: RecordingOptions['onLost'],
    logger: Logger,
  ) {
    this.#settings = settings
    this.#send = send
    this.#losses = createLosses(onLost, logger)
    this.#hasReceiver = onLost !== undefined
    this.#warnings = createWarnings(logger)
    this.#pause = new Pause(this.#timers, () => this.#sendMore())
    this.#held = new Held(settings, this.#timers, () => this.#sendMore())
    this.#outage = new Outage(this.#timers, settings.retryDelay, logger, () => this.#sendMore())
  }

  /** Adds a record. Never throws and never waits. */
  record(record: UsageRecord): void {
    const number = this.#counts.recorded
    this.#counts.recorded += 1
    let text: string
    try {
      text = textOf(record, this.#settings.stampUsageDate)
    } catch (cause) {
      this.#counts.lost += 1
      const error = new ValidationError(`The record is no JSON: ${cause}`, { cause })
      this.#losses.add('not_json', error, { record })
      return
    }
    const entry = entryOf(text, number)
    if (this.#isClosed) this.#lose([entry], 'closed', CLOSED)
    else if (this.#held.hasRoom) this.#keep(entry)
    else this.#lose([entry], 'overflow', FULL)
  }

  get counts(): RecordingCounts {
    return {
      ...this.#counts,
      queued: this.#held.size - this.#held.waiting,
      waiting: this.#held.waiting,
      inFlight: sizeOf(this.#onTheWay),
    }
  }

  /**
   * Sends held records. Returns true once all are stored or reported as lost, false after the
   * timeout.
   */
  async flush(timeout?: number): Promise<boolean> {
    this.#isDue = true
    this.#sendMore()
    const isDone = await this.#waiters.wait(this.#counts.recorded, this.#left(), timeout)
    this.#losses.tell()
    return isDone
  }

  get isIdle(): boolean {
    return this.#left() === 0
  }

  /** Sends held records, and retries failed ones immediately. */
  sendNow(timeout: number): Promise<boolean> {
    this.#outage.hurry()
    this.#held.endDelays()
    return this.flush(timeout)
  }

  /** Sends held records now. Reports records that are not stored in time as lost. */
  async drain(timeout: number): Promise<boolean> {
    const isDone = await this.sendNow(timeout)
    if (!isDone) this.abandon()
    return isDone
  }

  /** Drains the held records. Afterwards nothing is recorded or sent. */
  async close(timeout: number): Promise<boolean> {
    this.#isClosed = true
    const isDone = await this.drain(timeout)
    this.abandon()
    return isDone
  }

  /** Counts a record that was stored without the queue, and logs its warnings. */
  noteStored(stored: Stored): void {
    this.#counts.recorded += 1
    this.#countStored(stored)
  }

  /**
   * Counts a record that could not be stored without the queue, and passes it to `onLost`. Without that
   * nothing is logged, because the caller gets the error; see `warnOfLost`.
   */
  reportLost(error: RecordingError): void {
    const reason = reasonOf(error)
    this.#counts.recorded += 1
    this.#countLost(reason, 1)
    if (this.#hasReceiver) this.#losses.add(reason, error, { record: error.record })
  }

  /** Logs that a record is lost whose error the caller does not get, unless `onLost` got the record. */
  warnOfLost(error: unknown): void {
    if (this.#hasReceiver || !(error instanceof RecordingError)) return
    this.#losses.add(reasonOf(error), error, { record: error.record })
  }

  /** Logs warnings of a record that is not stored yet. */
  warn(texts: readonly string[]): void {
    this.#warnings(texts)
  }

  /** Reports all held records as lost, immediately. */
  abandon(): void {
    this.#isClosed = true
    this.#end.abort(CLOSED)
    this.#timers.clear()
    const left = [...[...this.#onTheWay].flat(), ...this.#held.takeAll()]
    this.#onTheWay.clear()
    this.#lose(left, 'closed', closedAfter(this.#lastFailure))
    this.#losses.tell()
  }

  /** Returns the number of records that are neither stored nor reported as lost. */
  #left(): number {
    return this.#held.size + sizeOf(this.#onTheWay)
  }

  #keep(entry: Entry): void {
    const isBatch = this.#held.add(entry)
    // A separate turn of the event loop builds the batch, so that no caller pays for it.
    if (isBatch) this.#timers.start(0, () => this.#sendMore())
    this.#cancelTick ??= this.#timers.start(this.#settings.flushInterval, () => {
      this.#cancelTick = undefined
      this.#isDue = true
      this.#sendMore()
    })
  }

  #sendMore(): void {
    while (this.#maySend()) {
      const entries = this.#next()
      if (entries === undefined) return
      this.#onTheWay.add(entries)
      if (this.#outage.isOn) this.#probe = entries
      void this.#sendOne(entries).then(() => this.#sendMore())
    }
  }

  #maySend(): boolean {
    if (this.#pause.isOn || this.#outage.isWaiting) return false
    if (this.#outage.isOn && this.#probe !== undefined) return false
    return this.#onTheWay.size < REQUESTS_MAX
  }

  #next(): Entry[] | undefined {
    const entries = this.#outage.isOn ? this.#held.takeProbe() : this.#held.takeBatch(this.#isDue)
    if (entries === undefined) this.#isDue = false
    return entries
  }

  /** Never rejects. */
  async #sendOne(entries: Entry[]): Promise<void> {
    this.#counts.retries += failedOf(entries)
    const sentAfter = this.#gotThrough
    let settle: () => void
    try {
      const answer = await this.#send(batchText(entries), this.#end.signal)
      settle = () => this.#take(entries, answer, sentAfter)
    } catch (error) {
      settle = () => this.#fail(entries, error, sentAfter)
    }
    if (this.#onTheWay.delete(entries)) settle()
    if (this.#probe === entries) this.#probe = undefined
  }

  #take(entries: Entry[], answer: UsageBatchResult, sentAfter: number): void {
    const failed: Entry[] = []
    let failure: PieceworkError | undefined
    for (const [at, outcome] of outcomesOf(entries, answer).entries()) {
      const entry = entries[at]
      if (entry === undefined) continue
      if (outcome.kind === 'stored') {
        this.#countStored(outcome)
        this.#waiters.settle(entry.number)
      } else if (outcome.kind === 'rejected') {
        this.#lose([entry], reasonOfRefusal(outcome.error), outcome.error)
      } else {
        failed.push(entry)
        failure = outcome.error
      }
    }
    if (failed.length < entries.length) this.#noteGotThrough()
    if (failure !== undefined) this.#retry(failed, failure, sentAfter)
  }

  #fail(entries: Entry[], error: unknown, sentAfter: number): void {
    if (isRetryable(error)) {
      if (error.retryAfter !== undefined) this.#pause.begin(error.retryAfter)
      this.#retry(entries, error, sentAfter)
      return
    }
    // Even a rejection shows that the service is reachable.
    this.#noteGotThrough()
    if (error instanceof PieceworkError && (error.status === 400 || error.status === 413)) {
      this.#split(entries, error)
    } else {
      const isOwn = error instanceof PieceworkError
      const reason = isOwn ? error : new NetworkError(String(error), { cause: error })
      this.#lose(entries, 'rejected', reason)
    }
  }

  /**
   * Splits a rejected batch to isolate the faulty records. The others can then be stored, even
   * after a malformed record or an oversized batch.
   */
  #split(entries: Entry[], error: PieceworkError): void {
    const refusals = refusalsOf(error, entries)
    const bad = new Set(refusals.flatMap((refusal) => refusal.entries))
    if (bad.size > 0) {
      for (const refusal of refusals) this.#lose(refusal.entries, 'rejected', refusal.error)
      this.#held.requeue(entries.filter((entry) => !bad.has(entry)))
    } else if (entries.length === 1) {
      this.#lose(entries, 'rejected', error)
    } else {
      for (const half of halvesOf(entries)) this.#held.requeue(half)
    }
  }

  /**
   * Ends an outage after a successful exchange. Batches that failed during it get their own timers
   * from now on.
   */
  #noteGotThrough(): void {
    this.#gotThrough += 1
    this.#lastFailure = undefined
    if (!this.#outage.isOn) return
    this.#outage.end()
    for (const group of this.#held.takeFailed()) this.#retryAlone(group)
  }

  /**
   * Schedules a retry. If no batch succeeded since this one was sent, the service is assumed to be
   * down.
   */
  #retry(entries: Entry[], error: PieceworkError, sentAfter: number): void {
    this.#lastFailure = error
    const isProbe = entries.some((entry) => this.#probe?.includes(entry))
    const kept = this.#keptOf(entries, error)
    if (this.#gotThrough > sentAfter) {
      this.#retryAlone(kept, error.retryAfter)
      return
    }
    this.#held.requeue(kept)
    if (isProbe || !this.#outage.isOn) this.#outage.add(error)
  }

  /**
   * Returns the entries that may be retried. The others are too old, have no attempts left or find
   * no room, and are lost.
   */
  #keptOf(entries: Entry[], error: PieceworkError): Entry[] {
    const { maxAge, maxRetries } = this.#settings
    const oldest = performance.now() - maxAge
    for (const entry of entries) entry.failures += 1
    const mayGoOn = (entry: Entry) => entry.failures <= maxRetries && entry.heldSince > oldest
    const given = entries.filter((entry) => !mayGoOn(entry))
    this.#lose([...given, ...this.#held.takeOlderThan(oldest)], 'gave_up', error)
    const left = entries.filter(mayGoOn)
    const room = this.#held.roomToWait
    this.#lose(left.slice(room), 'overflow', error)
    return left.slice(0, room)
  }

  /**
   * Schedules a retry with its own timer, independent of other batches. From the second such
   * failure the batch is split in halves, because its records are the likely cause.
   */
  #retryAlone(entries: Entry[], retryAfter?: number): void {
    if (entries.length === 0) return
    for (const entry of entries) entry.failuresAlone += 1
    const failures = Math.max(...entries.map((entry) => entry.failuresAlone))
    const parts = failures > 1 && entries.length > 1 ? halvesOf(entries) : [entries]
    const { retryDelay } = this.#settings
    for (const part of parts)
      this.#held.retryAfterDelay(part, backoff(failures, { retryDelay, retryAfter }))
  }

  #lose(entries: Entry[], reason: LossReason, error: PieceworkError): void {
    this.#countLost(reason, entries.length)
    for (const entry of entries) {
      this.#losses.add(reason, error, { entry })
      this.#waiters.settle(entry.number)
    }
  }

  #countStored({ isDuplicate, isUncosted, warnings }: Stored): void {
    this.#counts.stored += 1
    if (isDuplicate) this.#counts.duplicates += 1
    if (isUncosted) this.#counts.uncosted += 1
    if (warnings.length > 0) this.#counts.warned += 1
    this.#warnings(warnings)
  }

  #countLost(reason: LossReason, count: number): void {
    if (reason === 'already_recorded') this.#counts.alreadyRecorded += count
    else this.#counts.lost += count
  }
}

/** Returns the reason for a record that was not stored without the queue. */
function reasonOf({ cause }: RecordingError): LossReason {
  return isRetryable(cause) ? 'gave_up' : reasonOfRefusal(cause)
}

/** Returns the error of records that were held when the client was closed. */
function closedAfter(failure: PieceworkError | undefined): PieceworkError {
  if (failure === undefined) return CLOSED
  const text = `The client is closed, and the last attempt failed: ${failure.message}`
  return new PieceworkError(text, { cause: failure })
}
