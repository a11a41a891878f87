/** Splits items into pieces of `size`, in order; the last one may be shorter. */
export function cut<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size))
}
