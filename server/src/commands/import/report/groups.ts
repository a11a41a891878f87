export type Group = { name: string; count: number; firstRows: readonly number[] }

export type Groups = {
  add: (name: string, row: number) => void
  /** The most frequent first. */
  list: () => Group[]
}

/** Further names are counted together, since the report is read by a person. */
const GROUPS_MAX = 1_000
const FIRST_ROWS = 5

/** Counts rows by name, and keeps the first row numbers of each. */
export function createGroups(othersName: string): Groups {
  const groups = new Map<string, { count: number; firstRows: number[] }>()
  return {
    add: (name, row) => {
      const key = groups.has(name) || groups.size < GROUPS_MAX ? name : othersName
      const group = groups.get(key) ?? { count: 0, firstRows: [] }
      groups.set(key, group)
      group.count += 1
      // Batches finish out of order, so the lowest numbers may come late.
      group.firstRows.push(row)
      group.firstRows.sort((a, b) => a - b).splice(FIRST_ROWS)
    },
    list: () =>
      [...groups]
        .map(([name, group]) => ({ name, ...group }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  }
}
