import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 5

const waiting = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work in which `mapInTurns` and `betweenSteps` throw once the signal is aborted, at any
 * depth.
 */
export function whileAwaited<T>(signal: AbortSignal, work: () => T): T {
  return waiting.run(signal, work)
}

/** Runs work that several callers share: it goes on although the one that began it is gone. */
export function thoughUnawaited<T>(work: () => T): T {
  return waiting.exit(work)
}

/** Yields to the event loop between steps of long work; throws if the work was aborted. */
export async function betweenSteps(): Promise<void> {
  await nextTurn()
  waiting.getStore()?.throwIfAborted()
}

/**
 * Like `map`, but yields to the event loop regularly so that requests do not wait; throws if
 * aborted.
 */
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

/** Like `Map.groupBy`, but yields to the event loop. */
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
