/**
 * Runs `work` for all items concurrently and waits for all of them, even if one fails, so that none
 * continues after the call. Throws the first error, which is the cause of later ones.
 */
export async function forAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const errors: unknown[] = []
  const noteError = (error: unknown) => {
    errors.push(error)
    throw error
  }
  const ended = await Promise.allSettled(items.map((item) => work(item).catch(noteError)))
  if (errors.length > 0) throw errors[0]
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
