/** Timers that keep no process alive and can be cancelled together. */
export class Timers {
  readonly #running = new Set<ReturnType<typeof setTimeout>>()

  /** Starts a timer. Returns a function that cancels it. */
  start(ms: number, run: () => void): () => void {
    const timer = setTimeout(() => {
      this.#running.delete(timer)
      run()
    }, ms)
    this.#running.add(timer)
    letProcessEnd(timer)
    return () => {
      clearTimeout(timer)
      this.#running.delete(timer)
    }
  }

  clear(): void {
    for (const timer of this.#running) clearTimeout(timer)
    this.#running.clear()
  }
}

type Deno = { Deno?: { unrefTimer?: (timer: number) => void } }

function letProcessEnd(timer: ReturnType<typeof setTimeout> | number): void {
  if (typeof timer === 'object') timer.unref?.()
  else (globalThis as Deno).Deno?.unrefTimer?.(timer)
}
