import { createBoundedCache } from './bounded-cache.ts'

/** Maps natural keys, such as external ids, to ids within one organization. */
export type IdDirectory = {
  /** Returns the id of a key if it is cached. */
  peek: (organizationId: string, key: string) => string | undefined
  /** Returns the id of a key, loaded if it is not cached; undefined if no row has the key. */
  find: (organizationId: string, key: string) => Promise<string | undefined>
  /** Loads the ids of all keys and creates missing rows. */
  provision: (organizationId: string, keys: readonly string[]) => Promise<void>
  /** Clears the cache, because keys may now belong to other rows. */
  forget: () => void
}

type IdByKey = ReadonlyMap<string, string>

export type IdDirectoryOptions = {
  /** Maximum number of cached ids. */
  max: number
  find: (organizationId: string, keys: readonly string[]) => Promise<IdByKey>
  /**
   * Creates rows and returns those that were created. Another process may create some of them
   * concurrently.
   */
  create: (organizationId: string, keys: readonly string[]) => Promise<IdByKey>
}

/**
 * Creates a cache of ids by natural key. Concurrent requests for the same unseen key share one
 * look-up, so fifty of them create one row.
 */
export function createIdDirectory({ max, find, create }: IdDirectoryOptions): IdDirectory {
  const known = createBoundedCache<string>(max)
  const underWay = new Map<string, Promise<void>>()
  const finding = new Map<string, Promise<string | undefined>>()
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

  async function findOne(organizationId: string, key: string): Promise<string | undefined> {
    const cached = known.get(scoped(organizationId, key))
    if (cached !== undefined) return cached
    const shared = finding.get(scoped(organizationId, key))
    if (shared) return shared
    const reading = readOne(organizationId, key).finally(() => {
      finding.delete(scoped(organizationId, key))
    })
    finding.set(scoped(organizationId, key), reading)
    return reading
  }

  async function readOne(organizationId: string, key: string): Promise<string | undefined> {
    const generationAsked = generation
    const id = (await find(organizationId, [key])).get(key)
    if (id !== undefined && generation === generationAsked) {
      known.set(scoped(organizationId, key), id)
    }
    return id
  }

  return {
    peek: (organizationId, key) => known.get(scoped(organizationId, key)),
    find: findOne,
    provision,
    forget: () => {
      generation += 1
      known.clear()
    },
  }
}

/** Organization ids have a fixed length, so different pairs never give the same text. */
function scoped(organizationId: string, key: string): string {
  return organizationId + key
}
