import { AppError } from '../errors.ts'

export type TurnLimits = {
  /** Turns at once in this process; an owner has one at most. */
  atOnce: number
  /** How many of one owner may wait, so that an owner cannot take all places. */
  waitingOfOne: number
  waitingMax: number
  /** How long a turn is waited for before it is refused. */
  patienceMs: number
  retryAfterSeconds: number
}

type Asked = {
  /** Ends the wait, with its reason. */
  signal: AbortSignal
  /** Waits for as long as it takes and is never refused: for work that has begun and goes on. */
  isPatient?: boolean
}

/** Resolves with what ends the turn; throws `rate_limited` when no turn comes in time. */
export type TakeTurn = (owner: string, asked: Asked) => Promise<() => void>

type Waiter = { begin: () => void }

/** Turns for work that takes long: the owners that wait come in rotation, each with one turn at a time. */
export function createFairTurns(limits: TurnLimits): TakeTurn {
  const running = new Set<string>()
  /** The owner whose turn was longest ago comes first. */
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
