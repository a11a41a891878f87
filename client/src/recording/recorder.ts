import type { UsageBatchResult, UsageRecord } from '../api.gen.ts'
import { NetworkError, PieceworkError, type RecordingError, ValidationError } from '../errors.ts'
import { backoff, isPassing } from '../http/backoff.ts'
import { failedOf, halvesOf, sizeOf } from './batch.ts'
import { fatesOf, namedBy } from './batch-answer.ts'
import type { RecordingCounts } from './counts.ts'
import { batchText, type Entry, entryOf, textOf } from './entry.ts'
import { Held } from './held.ts'
import { createLosses, type Losses, type LossReason } from './losses.ts'
import type { RecordingOptions } from './options.ts'
import { Outage } from './outage.ts'
import { Pause } from './pause.ts'
import type { recordingSettings } from './settings.ts'
import { Timers } from './timers.ts'
import { Waiters } from './waiters.ts'

type Settings = ReturnType<typeof recordingSettings>
type SendBatch = (body: string, signal: AbortSignal) => Promise<UsageBatchResult>

const REQUESTS_MAX = 4
const FULL = new PieceworkError('Too many records wait to be sent')
const CLOSED = new PieceworkError('The client is closed')

/** Sends records in the background. What it holds is bounded, whatever the service does. */
export class Recorder {
  readonly #settings: Settings
  readonly #send: SendBatch
  readonly #losses: Losses
  readonly #timers = new Timers()
  readonly #pause: Pause
  readonly #outage: Outage
  readonly #waiters = new Waiters()
  readonly #counts = { recorded: 0, stored: 0, duplicates: 0, uncosted: 0, lost: 0, retries: 0 }
  readonly #held: Held
  /** On their way; what is taken out while it is has been told as lost already. */
  readonly #onTheWay = new Set<Entry[]>()
  /** The one on its way that was sent in an outage. */
  #probe: Entry[] | undefined
  /** How many batches the service answered. */
  #gotThrough = 0
  /** Whether also a batch that is not full is to be sent now. */
  #isDue = false
  #isClosed = false
  readonly #end = new AbortController()
  #cancelTick: (() => void) | undefined

  constructor(settings: Settings, send: SendBatch, onLost: RecordingOptions['onLost']) {
    this.#settings = settings
    this.#send = send
    this.#losses = createLosses(onLost)
    this.#pause = new Pause(this.#timers, () => this.#sendMore())
    this.#held = new Held(settings, this.#timers, () => this.#sendMore())
    this.#outage = new Outage(this.#timers, settings.retryDelay, () => this.#sendMore())
  }

  /** Never throws and never waits. */
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

  /** Sends what is held. True once all of it is stored or told as lost; false if it takes longer. */
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

  /** Tries what failed once more, at once, and hands over what is not stored in time. */
  async drain(timeout: number): Promise<boolean> {
    this.#outage.hurry()
    this.#held.hurry()
    const isDone = await this.flush(timeout)
    if (!isDone) this.abandon()
    return isDone
  }

  /** Nothing is recorded afterwards, and nothing is sent. */
  async close(timeout: number): Promise<boolean> {
    this.#isClosed = true
    const isDone = await this.drain(timeout)
    this.abandon()
    return isDone
  }

  /** Reports a record that was sent without the queue and not stored. */
  handOver(error: RecordingError): void {
    this.#counts.recorded += 1
    this.#counts.lost += 1
    const { cause, record } = error
    this.#losses.add(isPassing(cause) ? 'gave_up' : 'rejected', error, { record })
  }

  /** Tells all that is held as lost, at once. */
  abandon(): void {
    this.#isClosed = true
    this.#end.abort(CLOSED)
    this.#timers.clear()
    const left = [...[...this.#onTheWay].flat(), ...this.#held.takeAll()]
    this.#onTheWay.clear()
    this.#lose(left, 'closed', CLOSED)
    this.#losses.tell()
  }

  /** How many are neither stored nor told as lost. */
  #left(): number {
    return this.#held.size + sizeOf(this.#onTheWay)
  }

  #keep(entry: Entry): void {
    const isBatch = this.#held.add(entry)
    // The batch is made in a turn of its own, so that no caller pays for it.
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
    for (const [at, fate] of fatesOf(entries, answer).entries()) {
      const entry = entries[at]
      if (entry === undefined) continue
      if (fate.kind === 'stored') {
        this.#counts.stored += 1
        if (fate.isDuplicate) this.#counts.duplicates += 1
        if (fate.isUncosted) this.#counts.uncosted += 1
        this.#waiters.settle(entry.number)
      } else if (fate.kind === 'rejected') {
        this.#lose([entry], 'rejected', fate.error)
      } else {
        failed.push(entry)
        failure = fate.error
      }
    }
    if (failed.length < entries.length) this.#noteGotThrough()
    if (failure !== undefined) this.#retry(failed, failure, sentAfter)
  }

  #fail(entries: Entry[], error: unknown, sentAfter: number): void {
    if (isPassing(error)) {
      if (error.retryAfter !== undefined) this.#pause.begin(error.retryAfter)
      this.#retry(entries, error, sentAfter)
      return
    }
    // Whatever it refuses, the service is there.
    this.#noteGotThrough()
    if (error instanceof PieceworkError && (error.status === 400 || error.status === 413)) {
      this.#split(entries, error)
    } else {
      const reason = error instanceof Error ? error : new NetworkError(String(error))
      this.#lose(entries, 'rejected', reason)
    }
  }

  /** One that is malformed, or many that are too large together, keep no other from being stored. */
  #split(entries: Entry[], error: PieceworkError): void {
    const bad = namedBy(error, entries)
    if (entries.length === 1) {
      this.#lose(entries, 'rejected', error)
    } else if (bad.size > 0) {
      this.#lose([...bad], 'rejected', error)
      this.#held.putBack(entries.filter((entry) => !bad.has(entry)))
    } else {
      for (const half of halvesOf(entries)) this.#held.putBack(half)
    }
  }

  /** What got through ends an outage. What failed in it and is still here waits by itself from now on. */
  #noteGotThrough(): void {
    this.#gotThrough += 1
    if (!this.#outage.isOn) return
    this.#outage.end()
    for (const group of this.#held.takeFailed()) this.#putOff(group)
  }

  /** Where nothing got through since it was sent, the service is taken to be away. */
  #retry(entries: Entry[], error: PieceworkError, sentAfter: number): void {
    const isProbe = entries.some((entry) => this.#probe?.includes(entry))
    const kept = this.#keptOf(entries, error)
    if (this.#gotThrough > sentAfter) {
      this.#putOff(kept, error.retryAfter)
      return
    }
    this.#held.putBack(kept)
    if (isProbe || !this.#outage.isOn) this.#outage.add(error)
  }

  /** Those that may be sent again: the others are too old, have no try left, or no room. */
  #keptOf(entries: Entry[], error: PieceworkError): Entry[] {
    const { maxAge, maxRetries } = this.#settings
    const oldest = performance.now() - maxAge
    for (const entry of entries) entry.failures += 1
    const mayGoOn = (entry: Entry) => entry.failures <= maxRetries && entry.recordedAt > oldest
    const given = entries.filter((entry) => !mayGoOn(entry))
    this.#lose([...given, ...this.#held.takeOlderThan(oldest)], 'gave_up', error)
    const left = entries.filter(mayGoOn)
    const room = this.#held.roomToWait
    this.#lose(left.slice(room), 'overflow', error)
    return left.slice(0, room)
  }

  /** Sends them later, however well others do: in halves, once it is likely that they are to blame. */
  #putOff(entries: Entry[], retryAfter?: number): void {
    if (entries.length === 0) return
    for (const entry of entries) entry.failuresAlone += 1
    const failures = Math.max(...entries.map((entry) => entry.failuresAlone))
    const parts = failures > 1 && entries.length > 1 ? halvesOf(entries) : [entries]
    const { retryDelay } = this.#settings
    for (const part of parts) this.#held.putOff(part, backoff(failures, { retryDelay, retryAfter }))
  }

  #lose(entries: Entry[], reason: LossReason, error: Error): void {
    this.#counts.lost += entries.length
    for (const entry of entries) {
      this.#losses.add(reason, error, { entry })
      this.#waiters.settle(entry.number)
    }
  }
}
