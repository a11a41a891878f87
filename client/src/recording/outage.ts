import { warn } from '../warn.ts'
import type { Timers } from './timers.ts'

const LONGEST = 10_000
/** With the default delay, about 20 seconds after the first failure. */
const WARNED_AFTER = 5

/**
 * From a failure until something gets through, one batch at a time is tried, and all others are kept:
 * what would be sent besides would fail too. Each wait is twice as long as the one before, between
 * half and all of it by chance, and never so long that the queue fills long after the service is back.
 */
export class Outage {
  readonly #timers: Timers
  readonly #retryDelay: number
  readonly #then: () => void
  #failures = 0
  #hasWarned = false
  #cancel: (() => void) | undefined

  constructor(timers: Timers, retryDelay: number, then: () => void) {
    this.#timers = timers
    this.#retryDelay = retryDelay
    this.#then = then
  }

  get isOn(): boolean {
    return this.#failures > 0
  }

  get isWaiting(): boolean {
    return this.#cancel !== undefined
  }

  /** The first failure, or another one of what was tried since. */
  add(error: Error): void {
    this.#failures += 1
    if (this.#failures >= WARNED_AFTER && !this.#hasWarned) {
      this.#hasWarned = true
      warn(`Usage records are kept until the service takes them: ${error.message}`)
    }
    const most = Math.min(this.#retryDelay * 2 ** (this.#failures - 1), LONGEST)
    this.#cancel?.()
    this.#cancel = this.#timers.start(most * (0.5 + Math.random() / 2), () => {
      this.#cancel = undefined
      this.#then()
    })
  }

  /** Ends the wait, not the outage, and waits briefly again afterwards. */
  hurry(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#failures = Math.min(this.#failures, 1)
  }

  end(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#failures = 0
    this.#hasWarned = false
  }
}
