import { setImmediate as nextTurn } from 'node:timers/promises'

const AT_ONCE = 50

/** As `map`, and lets others have their turn: requests must not wait until many things are computed. */
export async function mapInTurns<T, R>(all: Iterable<T>, compute: (one: T) => R): Promise<R[]> {
  const results: R[] = []
  for (const one of all) {
    results.push(compute(one))
    if (results.length % AT_ONCE === 0) await nextTurn()
  }
  return results
}
