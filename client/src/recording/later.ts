import type { Entry } from './entry.ts'
import type { Timers } from './timers.ts'

/** What waits, each group by itself, until it is to be sent again. */
export class Later {
  readonly #timers: Timers
  readonly #then: (entries: Entry[]) => void
  /** With what ends their wait. */
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

  hurry(): void {
    for (const end of [...this.#waiting.values()]) end()
  }

  clear(): void {
    this.#waiting.clear()
  }
}
