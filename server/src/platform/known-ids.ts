/** Ids that only become more, such as of organizations that use a feature; looked up without waiting. */
export type KnownIds = {
  has: (id: string) => boolean
  add: (id: string) => void
  all: () => string[]
  /** Reads the ids again. */
  refresh: () => Promise<void>
}

/** Returns the ids that `list` returns now and with each refresh. */
export async function createKnownIds(list: () => Promise<readonly string[]>): Promise<KnownIds> {
  const known = new Set<string>()
  const refresh = async () => {
    for (const id of await list()) known.add(id)
  }
  await refresh()
  return { has: (id) => known.has(id), add: (id) => known.add(id), all: () => [...known], refresh }
}
