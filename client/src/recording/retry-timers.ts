import type { Entry } from './entry.ts'
import type { Timers } from './timers.ts'

/** Holds failed batches, each with its own timer, until their next attempt. */
export class RetryTimers {
  readonly #timers: Timers
  readonly #then: (entries: Entry[]) => void
  /** Batches, each with the function that ends its delay. */
  readonly #waiting = new Map<Entry[], () => void>()

  constructor(timers: Timers, then: (entries: Entry[]) => void) {
    this.#timers = timers
    this.#then = then
  }

  add(entries: Entry[], ms: number): void {
    const cancel = this.#timers.start(ms, () => end())
    const end = () => {
      cancel()
      this.#waiting.delete(entries)
      this.#then(entries)
    }
    this.#waiting.set(entries, end)
  }

  groups(): Iterable<Entry[]> {
    return this.#waiting.keys()
  }

  endAll(): void {
    for (const end of [...this.#waiting.values()]) end()
  }

  clear(): void {
    this.#waiting.clear()
  }
}
