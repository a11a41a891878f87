import { Session } from 'node:inspector/promises'

/**
 * Runs a full garbage collection and releases the memory. The start-up leaves more garbage than an
 * idle service uses, and V8 collects it only during further allocations. Blocks the process for
 * some tenths of a second.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
