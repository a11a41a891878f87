import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '../../../platform/errors.ts'

/** A hash occupies one of libuv's four threads; the others serve files and DNS lookups. */
const AT_WORK_MAX = 2
const WAITING_MAX = 100
const WAIT_MS_MAX = 30_000
const RETRY_AFTER_SECONDS = 2

export type PasswordWork = <T>(work: () => Promise<T>) => Promise<T>

type Limits = { atWork: number; waiting: number; waitMs: number }

/**
 * Bounds concurrent work. Excess work queues in order; above the limits it is refused with
 * `unavailable`.
 */
export function createPasswordWork({ atWork, waiting, waitMs }: Limits): PasswordWork {
  const queue: (() => void)[] = []
  let busy = 0

  async function takeTurn(): Promise<void> {
    if (busy < atWork) {
      busy += 1
      return
    }
    const isPatient = patient.getStore() === true
    if (queue.length >= waiting && !isPatient) throw tooBusy()
    const turn = Promise.withResolvers<void>()
    queue.push(turn.resolve)
    const giveUp = () => {
      const place = queue.indexOf(turn.resolve)
      // Its turn came at the same time as the timeout.
      if (place === -1) return
      queue.splice(place, 1)
      turn.reject(tooBusy())
    }
    const timer = isPatient ? undefined : setTimeout(giveUp, waitMs)
    await turn.promise.finally(() => clearTimeout(timer))
  }
  function passTurn(): void {
    const next = queue.shift()
    if (next) next()
    else busy -= 1
  }
  return async (work) => {
    await takeTurn()
    try {
      return await work()
    } finally {
      passTurn()
    }
  }
}

const patient = new AsyncLocalStorage<true>()

/**
 * Lets `work` wait for its turn without a limit: it completes a committed change, so it must not be
 * refused.
 */
export function withoutRefusal<T>(work: () => Promise<T>): Promise<T> {
  return patient.run(true, work)
}

const tooBusy = () =>
  new AppError('unavailable', 'Too many people are signing in; retry in a few seconds', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/** All password hashes of the process: every route shares its processors and memory. */
export const passwordWork = createPasswordWork({
  atWork: AT_WORK_MAX,
  waiting: WAITING_MAX,
  waitMs: WAIT_MS_MAX,
})
