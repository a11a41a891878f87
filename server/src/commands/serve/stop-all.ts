import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'

/** Less than the 30 seconds that Compose and Kubernetes wait before they kill a process. */
const STOP_WITHIN_MS = 25_000

export type Stop = {
  name: string
  stop: () => Promise<void>
  /** Always stopped, without sharing the common limit, because the other steps depend on it. */
  isGround?: boolean
}

/**
 * Stops everything in reverse start order: HTTP finishes its requests before the database ends. All
 * steps except the ground share one time limit. When it has passed, the log names the unfinished
 * step, the remaining steps are skipped, and the result is false. Acknowledged usage is not lost:
 * it is answered after its commit.
 */
export async function stopAll(
  stops: Stop[],
  log: Log,
  withinMs = STOP_WITHIN_MS,
): Promise<boolean> {
  const timer = new AbortController()
  const isLate = sleep(withinMs, true, { signal: timer.signal }).catch(() => true)
  let isInTime = true
  for (let next = stops.pop(); next; next = stops.pop()) {
    const { name, stop, isGround = false } = next
    if (!isInTime && !isGround) continue
    const stopped = stop().then(
      () => false,
      (error) => {
        log.error({ err: error, name }, 'did not stop cleanly')
        return false
      },
    )
    if (isGround) await stopped
    else if (await Promise.race([stopped, isLate])) {
      isInTime = false
      log.error({ name, withinMs }, 'did not stop in time: exiting without waiting for it')
    }
  }
  timer.abort()
  return isInTime
}
