import { failedOf, failuresOf, halvesOf, sizeOf } from './batch.ts'
import { type Entry, howManyFit, isFull } from './entry.ts'
import { RetryTimers } from './retry-timers.ts'
import type { Timers } from './timers.ts'

/**
 * After `TRIES_UNTIL_DOUBT` failures of every group, new batches are tried: one from the queue, or
 * half of a failed group if the queue is empty. This stops at `GROUPS_IN_DOUBT_MAX` groups.
 */
const TRIES_UNTIL_DOUBT = 3
const GROUPS_IN_DOUBT_MAX = 8

type Limits = { maxQueued: number; maxWaiting: number }

/** Holds the records that are not being sent. */
export class Held {
  readonly #limits: Limits
  /** Records that were not sent yet. */
  #queued: Entry[] = []
  /** Batches to be sent as they are: retries, or parts of a rejected batch. */
  #groups: Entry[][] = []
  /** Batches that failed although others succeeded. A timer turns each into a group again. */
  readonly #retryTimers: RetryTimers
  #waiting = 0

  constructor(limits: Limits, timers: Timers, onDue: () => void) {
    this.#limits = limits
    this.#retryTimers = new RetryTimers(timers, (entries) => {
      this.#groups.push(entries)
      onDue()
    })
  }

  get size(): number {
    return this.#queued.length + sizeOf(this.#groups) + sizeOf(this.#retryTimers.groups())
  }

  /** Number of held records that failed before. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * True if the queue can take another record. Failed records beyond `maxWaiting` occupy room in
   * the queue.
   */
  get hasRoom(): boolean {
    const { maxQueued, maxWaiting } = this.#limits
    return this.#queued.length + Math.max(0, this.#waiting - maxWaiting) < maxQueued
  }

  /** Number of additional records that may wait for a retry. */
  get roomToWait(): number {
    const { maxQueued, maxWaiting } = this.#limits
    return Math.max(0, maxWaiting + maxQueued - this.#queued.length - this.#waiting)
  }

  /** Adds a record to the queue. Returns true if that completes a batch. */
  add(entry: Entry): boolean {
    this.#queued.push(entry)
    return this.#queued.length % 100 === 0
  }

  /** Keeps the entries as one batch, to be sent at its turn. */
  requeue(entries: Entry[]): void {
    if (entries.length === 0) return
    this.#waiting += failedOf(entries)
    this.#groups.push(entries)
  }

  /** Keeps the entries as one batch, to be sent after `ms` milliseconds. */
  retryAfterDelay(entries: Entry[], ms: number): void {
    this.#waiting += entries.length
    this.#retryTimers.add(entries, ms)
  }

  /** Ends all delays immediately. */
  endDelays(): void {
    this.#retryTimers.endAll()
  }

  /** Takes the next batch. A batch from the queue must be full unless `isDue` is true. */
  takeBatch(isDue: boolean): Entry[] | undefined {
    const group = this.#takeGroup(0)
    if (group !== undefined) return group
    return isDue || isFull(this.#queued) ? this.#takeQueued() : undefined
  }

  /**
   * Takes the batch to try during an outage: the group with the fewest failures. After several
   * failures, the outage may be the fault of the groups rather than of the service. Then it takes a
   * batch of the queue instead or, if the queue is empty, half of a group.
   */
  takeProbe(): Entry[] | undefined {
    let at = 0
    for (const [index, group] of this.#groups.entries()) {
      if (failuresOf(group) < failuresOf(this.#groups[at] ?? [])) at = index
    }
    const isInDoubt = failuresOf(this.#groups[at] ?? []) >= TRIES_UNTIL_DOUBT
    const mayHaveMore = isInDoubt && this.#groups.length < GROUPS_IN_DOUBT_MAX
    if (mayHaveMore && this.#queued.length > 0) return this.#takeQueued()
    const group = this.#takeGroup(at) ?? this.#takeQueued()
    if (!mayHaveMore || group === undefined || group.length === 1) return group
    const [half = [], rest = []] = halvesOf(group)
    this.requeue(rest)
    return half
  }

  /** Takes the groups that failed before. */
  takeFailed(): Entry[][] {
    return this.#takeGroups((group) => failuresOf(group) > 0)
  }

  /**
   * Takes the records recorded before `oldest`. A group with a more recent record is kept whole.
   */
  takeOlderThan(oldest: number): Entry[] {
    const isYoung = ({ heldSince }: Entry) => heldSince > oldest
    const groups = this.#takeGroups((group) => !group.some(isYoung))
    const young = this.#queued.findIndex(isYoung)
    const queued = this.#queued.splice(0, young === -1 ? this.#queued.length : young)
    return [...groups.flat(), ...queued]
  }

  takeAll(): Entry[] {
    const all = [...this.#groups.flat(), ...[...this.#retryTimers.groups()].flat(), ...this.#queued]
    this.#retryTimers.clear()
    this.#groups = []
    this.#queued = []
    this.#waiting = 0
    return all
  }

  #takeQueued(): Entry[] | undefined {
    if (this.#queued.length === 0) return undefined
    return this.#queued.splice(0, howManyFit(this.#queued))
  }

  #takeGroup(at: number): Entry[] | undefined {
    const [group] = this.#groups.splice(at, 1)
    if (group !== undefined) this.#waiting -= failedOf(group)
    return group
  }

  #takeGroups(isTaken: (group: Entry[]) => boolean): Entry[][] {
    const taken = this.#groups.filter(isTaken)
    this.#groups = this.#groups.filter((group) => !isTaken(group))
    for (const group of taken) this.#waiting -= failedOf(group)
    return taken
  }
}
