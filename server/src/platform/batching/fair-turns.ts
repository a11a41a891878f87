import { AppError } from '../errors.ts'

export type TurnLimits = {
  /** Maximum number of concurrent turns in this process; an owner has at most one. */
  atOnce: number
  /** Maximum number of waiting requests of one owner, so that one owner cannot fill the queue. */
  waitingOfOne: number
  waitingMax: number
  /** Maximum wait for a turn before the request is refused. */
  patienceMs: number
  retryAfterSeconds: number
}

type Asked = {
  /** Ends the wait with its reason when aborted. */
  signal: AbortSignal
  /** Waits without limit and is never refused: for the continuation of work that has begun. */
  isPatient?: boolean
}

/**
 * Resolves to the function that ends the turn. Throws `rate_limited` when no turn is free in time.
 */
export type TakeTurn = (owner: string, asked: Asked) => Promise<() => void>

type Waiter = { begin: () => void }

/**
 * Creates a queue of turns for long-running work. Waiting owners take turns in rotation, one turn
 * each at a time.
 */
export function createFairTurns(limits: TurnLimits): TakeTurn {
  const running = new Set<string>()
  /** Ordered by the owner's last turn, the longest ago first. */
  const waiting = new Map<string, Waiter[]>()

  function begin(owner: string): () => void {
    running.add(owner)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running.delete(owner)
      beginNext()
    }
  }

  function beginNext(): void {
    for (const [owner, queue] of [...waiting]) {
      if (running.size >= limits.atOnce) return
      if (running.has(owner)) continue
      queue[0]?.begin()
      const rest = waiting.get(owner)
      if (!rest) continue
      waiting.delete(owner)
      waiting.set(owner, rest)
    }
  }

  function wait(owner: string, { signal, isPatient }: Asked): Promise<() => void> {
    const turn = Promise.withResolvers<() => void>()
    const leave = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      const rest = waiting.get(owner)?.filter((one) => one !== waiter) ?? []
      if (rest.length > 0) waiting.set(owner, rest)
      else waiting.delete(owner)
    }
    const giveUp = (reason: unknown) => {
      leave()
      turn.reject(reason)
    }
    const onAbort = () => giveUp(signal.reason)
    const waiter = {
      begin: () => {
        leave()
        turn.resolve(begin(owner))
      },
    }
    const timer = isPatient
      ? undefined
      : setTimeout(() => giveUp(refusal(limits)), limits.patienceMs)
    signal.addEventListener('abort', onAbort, { once: true })
    waiting.set(owner, [...(waiting.get(owner) ?? []), waiter])
    return turn.promise
  }

  function isFull(owner: string): boolean {
    const all = [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)
    const own = waiting.get(owner)?.length ?? 0
    return own >= limits.waitingOfOne || all >= limits.waitingMax
  }

  return async (owner, asked) => {
    asked.signal.throwIfAborted()
    if (running.size < limits.atOnce && !running.has(owner)) return begin(owner)
    if (!asked.isPatient && isFull(owner)) throw refusal(limits)
    return wait(owner, asked)
  }
}

function refusal({ retryAfterSeconds }: TurnLimits): AppError {
  return new AppError(
    'rate_limited',
    'Too many reports are being computed; wait, and request them one after another',
    { retryAfterSeconds },
  )
}
