/**
 * Waits for statements that were sent at once, and throws what the first of them failed with, in the
 * order in which they were sent: the others only say that the transaction has failed.
 */
export async function allSent(statements: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(statements)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
