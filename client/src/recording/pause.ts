import type { Timers } from './timers.ts'

/**
 * Holds all sending for as long as the service asked. A batch sent earlier would fail and use up an
 * attempt.
 */
export class Pause {
  readonly #timers: Timers
  readonly #then: () => void
  /** Time on a monotonic clock. */
  #endsAt = 0
  #cancel: (() => void) | undefined

  constructor(timers: Timers, then: () => void) {
    this.#timers = timers
    this.#then = then
  }

  get isOn(): boolean {
    return this.#cancel !== undefined
  }

  begin(ms: number): void {
    const endsAt = performance.now() + ms
    if (ms <= 0 || (this.isOn && endsAt <= this.#endsAt)) return
    this.#endsAt = endsAt
    this.#cancel?.()
    this.#cancel = this.#timers.start(ms, () => {
      this.#cancel = undefined
      this.#then()
    })
  }
}
