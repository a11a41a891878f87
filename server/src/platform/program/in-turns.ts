import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 5

const waiting = new AsyncLocalStorage<AbortSignal>()

/** Does work, however deep inside, that `mapInTurns` gives up once nobody waits for it any more. */
export function whileAwaited<T>(signal: AbortSignal, work: () => T): T {
  return waiting.run(signal, work)
}

/** Lets others have their turn between two steps of long work, which ends here once nobody waits for it any more. */
export async function betweenSteps(): Promise<void> {
  await nextTurn()
  waiting.getStore()?.throwIfAborted()
}

/** As `map`, and lets others have their turn: requests must not wait until many things are computed. */
export async function mapInTurns<T, R>(all: Iterable<T>, compute: (one: T) => R): Promise<R[]> {
  const signal = waiting.getStore()
  const results: R[] = []
  let turnEnds = performance.now() + TURN_MS
  for (const one of all) {
    results.push(compute(one))
    if (performance.now() < turnEnds) continue
    await nextTurn()
    signal?.throwIfAborted()
    turnEnds = performance.now() + TURN_MS
  }
  return results
}

/** As `Map.groupBy`, in turns too. */
export async function groupInTurns<T, Key>(
  all: Iterable<T>,
  keyOf: (one: T) => Key,
): Promise<Map<Key, T[]>> {
  const groups = new Map<Key, T[]>()
  await mapInTurns(all, (one) => {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  })
  return groups
}
