import { failedOf, failuresOf, halvesOf, sizeOf } from './batch.ts'
import { type Entry, howManyFit, isFull } from './entry.ts'
import { Later } from './later.ts'
import type { Timers } from './timers.ts'

/**
 * After so many tries of each group that failed, a batch of the queue is tried, or where there is none a half
 * of a group that failed, up to so many groups.
 */
const TRIES_UNTIL_DOUBT = 3
const GROUPS_IN_DOUBT_MAX = 8

type Limits = { maxQueued: number; maxWaiting: number }

/** The records that are held and are not on their way. */
export class Held {
  readonly #limits: Limits
  /** Not sent yet. */
  #fresh: Entry[] = []
  /** To be sent as they are grouped: after a failure, or as parts of a batch that was refused. */
  #groups: Entry[][] = []
  /** Failed while others got through, with the timers after which they become groups. */
  readonly #later: Later
  #waiting = 0

  constructor(limits: Limits, timers: Timers, onDue: () => void) {
    this.#limits = limits
    this.#later = new Later(timers, (entries) => {
      this.#groups.push(entries)
      onDue()
    })
  }

  get size(): number {
    return this.#fresh.length + sizeOf(this.#groups) + sizeOf(this.#later.groups())
  }

  /** How many were tried before. */
  get waiting(): number {
    return this.#waiting
  }

  /** Records that wait and find no room beside the queue take room in it. */
  get hasRoom(): boolean {
    const { maxQueued, maxWaiting } = this.#limits
    return this.#fresh.length + Math.max(0, this.#waiting - maxWaiting) < maxQueued
  }

  /** How many more may wait to be sent again. */
  get roomToWait(): number {
    const { maxQueued, maxWaiting } = this.#limits
    return Math.max(0, maxWaiting + maxQueued - this.#fresh.length - this.#waiting)
  }

  /** Puts a record into the queue; true where it fills a batch. */
  add(entry: Entry): boolean {
    this.#fresh.push(entry)
    return this.#fresh.length % 100 === 0
  }

  /** Keeps them together, to be sent when it is their turn. */
  putBack(entries: Entry[]): void {
    if (entries.length === 0) return
    this.#waiting += failedOf(entries)
    this.#groups.push(entries)
  }

  /** Keeps them together, to be sent after so many milliseconds. */
  putOff(entries: Entry[], ms: number): void {
    this.#waiting += entries.length
    this.#later.add(entries, ms)
  }

  /** Ends all waits at once. */
  hurry(): void {
    this.#later.hurry()
  }

  /** Takes the next batch: one that is full, or also one that is not, where some are due. */
  takeBatch(isDue: boolean): Entry[] | undefined {
    const group = this.#takeGroup(0)
    if (group !== undefined) return group
    return isDue || isFull(this.#fresh) ? this.#takeFresh() : undefined
  }

  /**
   * Takes what is tried in an outage: the group that failed least often. Once it is in doubt whether the
   * service is away, or cannot take these very groups, takes a batch of the queue instead, or else a half.
   */
  takeProbe(): Entry[] | undefined {
    let at = 0
    for (const [index, group] of this.#groups.entries()) {
      if (failuresOf(group) < failuresOf(this.#groups[at] ?? [])) at = index
    }
    const isInDoubt = failuresOf(this.#groups[at] ?? []) >= TRIES_UNTIL_DOUBT
    const mayHaveMore = isInDoubt && this.#groups.length < GROUPS_IN_DOUBT_MAX
    if (mayHaveMore && this.#fresh.length > 0) return this.#takeFresh()
    const group = this.#takeGroup(at) ?? this.#takeFresh()
    if (!mayHaveMore || group === undefined || group.length === 1) return group
    const [half = [], rest = []] = halvesOf(group)
    this.putBack(rest)
    return half
  }

  /** Takes the groups that failed. */
  takeFailed(): Entry[][] {
    return this.#takeGroups((group) => failuresOf(group) > 0)
  }

  /** Takes what was recorded before a moment, except for groups in which something is younger. */
  takeOlderThan(oldest: number): Entry[] {
    const isYoung = ({ recordedAt }: Entry) => recordedAt > oldest
    const groups = this.#takeGroups((group) => !group.some(isYoung))
    const young = this.#fresh.findIndex(isYoung)
    const fresh = this.#fresh.splice(0, young === -1 ? this.#fresh.length : young)
    return [...groups.flat(), ...fresh]
  }

  takeAll(): Entry[] {
    const all = [...this.#groups.flat(), ...[...this.#later.groups()].flat(), ...this.#fresh]
    this.#later.clear()
    this.#groups = []
    this.#fresh = []
    this.#waiting = 0
    return all
  }

  #takeFresh(): Entry[] | undefined {
    if (this.#fresh.length === 0) return undefined
    return this.#fresh.splice(0, howManyFit(this.#fresh))
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
