import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 5

/** Waits until the check returns a value; undefined after the limit. */
export async function within<T>(
  limitMs: number,
  check: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; ) {
    const value = await check()
    if (value !== undefined) return value
    await sleep(POLL_MS)
  }
  return undefined
}
