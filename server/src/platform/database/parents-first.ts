/**
 * Sorts tables so that each comes after the tables that it refers to. Throws for circular
 * references.
 */
export function parentsFirst<T extends { refersTo: string[] }>(
  tables: readonly T[],
  nameOf: (table: T) => string,
): T[] {
  const sorted: T[] = []
  const waiting = new Map(tables.map((table) => [nameOf(table), table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].find(({ refersTo }) =>
      refersTo.every((name) => !waiting.has(name)),
    )
    if (!free) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(nameOf(free))
    sorted.push(free)
  }
  return sorted
}
