import { createBoundedCache } from './bounded-cache.ts'

/** Which id a natural key has, within one organization. Keys are texts such as an external id. */
export type IdDirectory = {
  /** The id, when it is already known here. */
  peek: (organizationId: string, key: string) => string | undefined
  /** Makes every key known, creating the rows that do not exist yet. */
  provision: (organizationId: string, keys: readonly string[]) => Promise<void>
  /** Drops everything known, because keys may now mean other rows. */
  forget: () => void
}

type IdByKey = ReadonlyMap<string, string>

export type IdDirectoryOptions = {
  /** How many ids to remember. */
  max: number
  find: (organizationId: string, keys: readonly string[]) => Promise<IdByKey>
  /** Creates rows and returns those that did not exist: another process may create them too. */
  create: (organizationId: string, keys: readonly string[]) => Promise<IdByKey>
}

/**
 * Remembers ids by their natural key. Requests that meet the same unseen key at the same time
 * share one look-up, so fifty of them make one row.
 */
export function createIdDirectory({ max, find, create }: IdDirectoryOptions): IdDirectory {
  const known = createBoundedCache<string>(max)
  const underWay = new Map<string, Promise<void>>()
  let generation = 0

  async function lookUp(organizationId: string, keys: readonly string[]): Promise<void> {
    const generationAsked = generation
    const ids = new Map(await find(organizationId, keys))
    const missing = () => keys.filter((key) => !ids.has(key))
    for (const step of [create, find]) {
      if (missing().length === 0) break
      for (const [key, id] of await step(organizationId, missing())) ids.set(key, id)
    }
    if (generation !== generationAsked) return
    for (const [key, id] of ids) known.set(scoped(organizationId, key), id)
  }

  async function provision(organizationId: string, keys: readonly string[]): Promise<void> {
    const awaited = new Set<Promise<void>>()
    const unseen = new Set<string>()
    for (const key of keys) {
      const pending = underWay.get(scoped(organizationId, key))
      if (pending) awaited.add(pending)
      else if (!known.has(scoped(organizationId, key))) unseen.add(key)
    }
    if (unseen.size > 0) {
      const pending = lookUp(organizationId, [...unseen]).finally(() => {
        for (const key of unseen) underWay.delete(scoped(organizationId, key))
      })
      for (const key of unseen) underWay.set(scoped(organizationId, key), pending)
      awaited.add(pending)
    }
    await Promise.all(awaited)
  }

  return {
    peek: (organizationId, key) => known.get(scoped(organizationId, key)),
    provision,
    forget: () => {
      generation += 1
      known.clear()
    },
  }
}

/** Organization ids all have the same length, so two different pairs never make one text. */
function scoped(organizationId: string, key: string): string {
  return organizationId + key
}
