type Waiter = { upTo: number; left: number; done: (isDone: boolean) => void }

/**
 * Callers that wait until the records before a number are settled. Records added later do not
 * extend the wait.
 */
export class Waiters {
  readonly #waiting = new Set<Waiter>()

  /**
   * Resolves to true once `left` more records with numbers below `upTo` are settled, or to false
   * after the timeout.
   */
  wait(upTo: number, left: number, timeout: number | undefined): Promise<boolean> {
    if (left === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      // Retry timers keep no process alive, but a waiting caller must.
      const keepAlive = setInterval(() => undefined, 60_000)
      const waiter = {
        upTo,
        left,
        done: (isDone: boolean) => {
          clearTimeout(timer)
          clearInterval(keepAlive)
          this.#waiting.delete(waiter)
          resolve(isDone)
        },
      }
      this.#waiting.add(waiter)
      if (timeout !== undefined) timer = setTimeout(() => waiter.done(false), timeout)
    })
  }

  settle(number: number): void {
    for (const waiter of this.#waiting) {
      if (number >= waiter.upTo) continue
      waiter.left -= 1
      if (waiter.left === 0) waiter.done(true)
    }
  }
}
