import type { Logger } from '../log.ts'
import type { Timers } from './timers.ts'

const LONGEST = 10_000
/** About 20 seconds after the first failure with the default delay. */
const WARNED_AFTER = 5

/**
 * State of an outage, from the first failure until a batch is stored. During an outage one batch at
 * a time is tried and all others are held, because they would fail too. Each delay is twice the
 * previous one, with jitter between half and all of it. The limit of ten seconds keeps the queue
 * from filling long after the service is back.
 */
export class Outage {
  readonly #timers: Timers
  readonly #retryDelay: number
  readonly #logger: Logger
  readonly #then: () => void
  #failures = 0
  #hasWarned = false
  #cancel: (() => void) | undefined

  constructor(timers: Timers, retryDelay: number, logger: Logger, then: () => void) {
    this.#timers = timers
    this.#retryDelay = retryDelay
    this.#logger = logger
    this.#then = then
  }

  get isOn(): boolean {
    return this.#failures > 0
  }

  get isWaiting(): boolean {
    return this.#cancel !== undefined
  }

  /** Starts an outage, or counts a failed attempt during one. */
  add(error: Error): void {
    this.#failures += 1
    if (this.#failures >= WARNED_AFTER && !this.#hasWarned) {
      this.#hasWarned = true
      this.#logger.warn(`Usage records are kept until the service takes them: ${error.message}`)
    }
    const most = Math.min(this.#retryDelay * 2 ** (this.#failures - 1), LONGEST)
    this.#cancel?.()
    this.#cancel = this.#timers.start(most * (0.5 + Math.random() / 2), () => {
      this.#cancel = undefined
      this.#then()
    })
  }

  /** Ends the current delay but not the outage. The next delay is short again. */
  hurry(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#failures = Math.min(this.#failures, 1)
  }

  end(): void {
    if (this.#hasWarned) this.#logger.info('The service takes usage records again')
    this.#cancel?.()
    this.#cancel = undefined
    this.#failures = 0
    this.#hasWarned = false
  }
}
