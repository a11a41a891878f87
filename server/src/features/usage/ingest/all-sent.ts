/**
 * Waits for statements that were sent together, and throws the error of the first one that failed,
 * in the order of sending. Later errors only say that the transaction has failed.
 */
export async function allSent(statements: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(statements)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
