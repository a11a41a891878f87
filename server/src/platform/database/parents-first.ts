/** Tables in an order in which each comes after those that it refers to. */
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
