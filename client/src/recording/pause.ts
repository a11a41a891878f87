import type { Timers } from './timers.ts'

/** While the service asked to wait, nothing is sent: what would be sent would fail and lose a try. */
export class Pause {
  readonly #timers: Timers
  readonly #then: () => void
  /** On a clock that nobody sets back or forward. */
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
