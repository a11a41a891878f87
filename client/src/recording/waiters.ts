type Waiter = { upTo: number; left: number; done: (isDone: boolean) => void }

/** Those who wait until the records before a moment are settled, whatever is recorded meanwhile. */
export class Waiters {
  readonly #waiting = new Set<Waiter>()

  /** True when so many of the records numbered below `upTo` are settled; false after the timeout. */
  wait(upTo: number, left: number, timeout: number | undefined): Promise<boolean> {
    if (left === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      // The timers of retries keep no process alive; somebody who waits for them does.
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
