import DataLoader from 'dataloader'
import type { Db } from '../database.ts'

/**
 * One statement for what many ask at the same time: calls in one turn of the event loop, in the same
 * transaction, travel as a list. So whoever works for many at once says what each of them needs, and one
 * alone is a list of one. `ask` answers in the order of its keys. Outside of a transaction nothing is
 * gathered: requests have nothing to do with each other.
 */
export function together<D extends Db, Key, Answer>(
  ask: (db: D, keys: readonly Key[]) => Promise<readonly Answer[]>,
): (db: D, key: Key) => Promise<Answer> {
  const loaders = new WeakMap<D, DataLoader<Key, Answer>>()
  const loaderOf = (db: D) => {
    const known = loaders.get(db)
    if (known) return known
    // Nothing is kept: what was read may have changed since.
    const loader = new DataLoader<Key, Answer>((keys) => ask(db, keys), { cache: false })
    if (db.isTransaction) loaders.set(db, loader)
    return loader
  }
  return (db, key) => loaderOf(db).load(key)
}

/** As `together`, where many ask for the same: each key is asked for once. */
export function togetherOnce<D extends Db, Key, Answer>(
  nameOf: (key: Key) => string,
  ask: (db: D, keys: readonly Key[]) => Promise<readonly Answer[]>,
): (db: D, key: Key) => Promise<Answer> {
  return together(async (db: D, keys) => {
    const names = keys.map(nameOf)
    const distinct = [...new Map(keys.map((key, n) => [names[n], key])).entries()]
    const answers = await ask(
      db,
      distinct.map(([, key]) => key),
    )
    const byName = new Map(distinct.map(([name], n) => [name, answers.slice(n, n + 1)]))
    return names.flatMap((name) => byName.get(name) ?? [])
  })
}
