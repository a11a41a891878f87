import type { UsageBatchResult, UsageRecord } from '../api.gen.ts'
import { NetworkError, PieceworkError, ValidationError } from '../errors.ts'
import { backoff, isPassing } from '../http/backoff.ts'
import { fatesOf, namedBy } from './batch-answer.ts'
import { batchText, type Entry, howManyFit, isFull, textOf } from './entry.ts'
import { createLosses, type Losses, type LossReason } from './losses.ts'
import type { RecordingOptions } from './options.ts'
import { Pause } from './pause.ts'
import type { recordingSettings } from './settings.ts'
import { Timers } from './timers.ts'
import { Waiters } from './waiters.ts'

type Settings = ReturnType<typeof recordingSettings>
type SendBatch = (body: string, signal: AbortSignal) => Promise<UsageBatchResult>

/** What became of the records so far: `recorded` is the sum of stored, lost and those that are held. */
export type RecordingCounts = {
  recorded: number
  stored: number
  /** Of those stored: an earlier try had stored them already. */
  duplicates: number
  /** Of those stored: their cost is not known yet. */
  uncosted: number
  lost: number
  /** Tries beyond the first of each record. */
  retries: number
  /** Held, and not sent yet. */
  queued: number
  /** Held after a failure, until they are sent again. */
  waiting: number
  /** Held, and on their way. */
  inFlight: number
}

const REQUESTS_MAX = 4
const FULL = new PieceworkError('Too many records wait to be sent')
const CLOSED = new PieceworkError('The client is closed')

const sizeOf = (groups: Iterable<readonly Entry[]>): number => {
  let size = 0
  for (const group of groups) size += group.length
  return size
}

/** Sends records in the background. What it holds is bounded, whatever the service does. */
export class Recorder {
  readonly #settings: Settings
  readonly #send: SendBatch
  readonly #losses: Losses
  readonly #timers = new Timers()
  readonly #pause: Pause
  readonly #waiters = new Waiters()
  readonly #counts = { recorded: 0, stored: 0, duplicates: 0, uncosted: 0, lost: 0, retries: 0 }
  /** Not sent yet. */
  #fresh: Entry[] = []
  /** To be sent as they are grouped: after a failure, or as parts of a batch that was refused. */
  #groups: Entry[][] = []
  /** Failed, with the timers after which they become groups. */
  readonly #later = new Map<Entry[], () => void>()
  #waiting = 0
  /** On their way; what is taken out while it is has been told as lost already. */
  readonly #onTheWay = new Set<Entry[]>()
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
    const entry = { text, number, failures: 0 }
    if (this.#isClosed) this.#lose([entry], 'closed', CLOSED)
    else if (this.#fresh.length >= this.#settings.maxQueued) this.#lose([entry], 'overflow', FULL)
    else this.#keep(entry)
  }

  get counts(): RecordingCounts {
    return {
      ...this.#counts,
      queued: this.#held() - this.#waiting - sizeOf(this.#onTheWay),
      waiting: this.#waiting,
      inFlight: sizeOf(this.#onTheWay),
    }
  }

  /** Sends what is held. True once all of it is stored or told as lost; false if it takes longer. */
  async flush(timeout?: number): Promise<boolean> {
    this.#isDue = true
    this.#sendMore()
    const isDone = await this.#waiters.wait(this.#counts.recorded, this.#held(), timeout)
    this.#losses.tell()
    return isDone
  }

  get isIdle(): boolean {
    return this.#held() === 0
  }

  /** Tries what failed once more, at once, and hands over what is not stored in time. */
  async drain(timeout: number): Promise<boolean> {
    for (const wake of [...this.#later.values()]) wake()
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

  /** For a record that was sent by somebody else, in vain. */
  handOver(record: UsageRecord, error: Error): void {
    this.#counts.recorded += 1
    this.#counts.lost += 1
    this.#losses.add('rejected', error, { record })
  }

  /** Tells all that is held as lost, at once. */
  abandon(): void {
    this.#isClosed = true
    this.#end.abort(CLOSED)
    this.#timers.clear()
    const groups = [...this.#onTheWay, ...this.#groups, ...this.#later.keys()]
    const held = [...groups.flat(), ...this.#fresh]
    this.#onTheWay.clear()
    this.#later.clear()
    this.#groups = []
    this.#fresh = []
    this.#waiting = 0
    this.#lose(held, 'closed', CLOSED)
    this.#losses.tell()
  }

  #held(): number {
    const groups = [...this.#groups, ...this.#later.keys(), ...this.#onTheWay]
    return this.#fresh.length + sizeOf(groups)
  }

  #keep(entry: Entry): void {
    this.#fresh.push(entry)
    // The batch is made in a turn of its own, so that no caller pays for it.
    if (this.#fresh.length % 100 === 0) this.#timers.start(0, () => this.#sendMore())
    this.#cancelTick ??= this.#timers.start(this.#settings.flushInterval, () => {
      this.#cancelTick = undefined
      this.#isDue = true
      this.#sendMore()
    })
  }

  #sendMore(): void {
    while (this.#onTheWay.size < REQUESTS_MAX && !this.#pause.isOn) {
      const entries = this.#next()
      if (entries === undefined) return
      this.#onTheWay.add(entries)
      void this.#sendOne(entries).then(() => this.#sendMore())
    }
  }

  #next(): Entry[] | undefined {
    const group = this.#groups.shift()
    if (group !== undefined) {
      this.#waiting -= group.filter(({ failures }) => failures > 0).length
      return group
    }
    if (this.#fresh.length > 0 && (this.#isDue || isFull(this.#fresh))) {
      return this.#fresh.splice(0, howManyFit(this.#fresh))
    }
    this.#isDue = false
    return undefined
  }

  /** Never rejects. */
  async #sendOne(entries: Entry[]): Promise<void> {
    this.#counts.retries += entries.filter(({ failures }) => failures > 0).length
    let settle: () => void
    try {
      const answer = await this.#send(batchText(entries), this.#end.signal)
      settle = () => this.#take(entries, answer)
    } catch (error) {
      settle = () => this.#fail(entries, error)
    }
    if (this.#onTheWay.delete(entries)) settle()
  }

  #take(entries: Entry[], answer: UsageBatchResult): void {
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
    if (failure !== undefined) this.#retry(failed, failure)
  }

  #fail(entries: Entry[], error: unknown): void {
    if (isPassing(error)) {
      if (error.retryAfter !== undefined) this.#pause.begin(error.retryAfter)
      this.#retry(entries, error)
    } else if (error instanceof PieceworkError && (error.status === 400 || error.status === 413)) {
      this.#split(entries, error)
    } else {
      this.#lose(
        entries,
        'rejected',
        error instanceof Error ? error : new NetworkError(String(error)),
      )
    }
  }

  /** One that is malformed, or many that are too large together, keep no other from being stored. */
  #split(entries: Entry[], error: PieceworkError): void {
    const bad = namedBy(error, entries)
    if (entries.length === 1) {
      this.#lose(entries, 'rejected', error)
    } else if (bad.size > 0) {
      this.#lose([...bad], 'rejected', error)
      this.#again(entries.filter((entry) => !bad.has(entry)))
    } else {
      const middle = entries.length >> 1
      this.#again(entries.slice(0, middle))
      this.#again(entries.slice(middle))
    }
  }

  #again(entries: Entry[]): void {
    if (entries.length === 0) return
    this.#waiting += entries.filter(({ failures }) => failures > 0).length
    this.#groups.push(entries)
  }

  #retry(entries: Entry[], error: PieceworkError): void {
    for (const entry of entries) entry.failures += 1
    const { maxRetries, maxWaiting, retryDelay } = this.#settings
    const hasTriesLeft = ({ failures }: Entry) => failures <= maxRetries
    this.#lose(
      entries.filter((entry) => !hasTriesLeft(entry)),
      'gave_up',
      error,
    )
    const left = entries.filter(hasTriesLeft)
    const room = Math.max(0, maxWaiting - this.#waiting)
    const kept = left.slice(0, room)
    this.#lose(left.slice(room), 'overflow', error)
    if (kept.length === 0) return
    this.#waiting += kept.length
    const failures = Math.max(...kept.map((entry) => entry.failures))
    const { retryAfter } = error
    const cancel = this.#timers.start(backoff(failures, { retryDelay, retryAfter }), () => wake())
    const wake = () => {
      cancel()
      this.#later.delete(kept)
      this.#groups.push(kept)
      this.#sendMore()
    }
    this.#later.set(kept, wake)
  }

  #lose(entries: Entry[], reason: LossReason, error: Error): void {
    this.#counts.lost += entries.length
    for (const entry of entries) {
      this.#losses.add(reason, error, { entry })
      this.#waiters.settle(entry.number)
    }
  }
}
