/**
 * Does the same for all at once and waits for every one of them, also where one fails: none goes on
 * behind the back of the caller. Throws what failed first, which is the cause of what failed after it.
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
