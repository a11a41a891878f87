import { closeSums } from '../src/features/usage/closed-sums/close-sums.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'

/** Closes the sums of past days and months, as the job does. */
export async function closeWork(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  try {
    await closeSums({ db, log: createLog('error') }, new Date())
  } finally {
    await close()
  }
}
