import DataLoader from 'dataloader'
import type { Db } from '../database.ts'

/**
 * Batches concurrent calls into one statement: calls in the same turn of the event loop and the
 * same transaction are passed as one list. Code for many items can therefore call it once for each
 * item. `ask` must answer in the order of its keys. Outside of a transaction calls are not batched,
 * because requests are independent of each other.
 */
export function batched<D extends Db, Key, Answer>(
  ask: (db: D, keys: readonly Key[]) => Promise<readonly Answer[]>,
): (db: D, key: Key) => Promise<Answer> {
  const loaders = new WeakMap<D, DataLoader<Key, Answer>>()
  const loaderOf = (db: D) => {
    const known = loaders.get(db)
    if (known) return known
    // Without a cache, because the data may change between calls.
    const loader = new DataLoader<Key, Answer>((keys) => ask(db, keys), { cache: false })
    if (db.isTransaction) loaders.set(db, loader)
    return loader
  }
  return (db, key) => loaderOf(db).load(key)
}

/** Like `batched`, with duplicate keys merged: each key is asked for once. */
export function batchedByKey<D extends Db, Key, Answer>(
  nameOf: (key: Key) => string,
  ask: (db: D, keys: readonly Key[]) => Promise<readonly Answer[]>,
): (db: D, key: Key) => Promise<Answer> {
  return batched(async (db: D, keys) => {
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
