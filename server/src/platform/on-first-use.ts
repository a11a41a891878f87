/**
 * Returns a function that creates a value at its first call and shares it with later ones. After a
 * failure, the next call retries. For libraries that an idle service does not need, since each
 * takes megabytes.
 */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
