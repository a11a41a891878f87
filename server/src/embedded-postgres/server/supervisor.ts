import { setTimeout as delay } from 'node:timers/promises'
import { type Launched, type LaunchOptions, launch } from './launch.ts'
import { stopPostmaster } from './postmaster.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A server that ran this long was healthy: its exit does not continue a series of failures. */
const HEALTHY_MS = 60_000

type Supervisor = { stop(options?: { smart?: boolean }): Promise<void> }

/**
 * Keeps the server running. After an unexpected exit it is restarted on the same port, so that
 * pools reconnect automatically. It ends only when stopped.
 */
export function supervise(
  first: Launched,
  launchOptions: Omit<LaunchOptions, 'signal'>,
): Supervisor {
  const { log } = launchOptions.cluster
  const stopping = new AbortController()
  let current = first

  async function keepRunning(): Promise<void> {
    for (let pause = SHORTEST_PAUSE_MS; ; ) {
      const since = Date.now()
      const ending = await current.postmaster.ended
      if (stopping.signal.aborted) return
      const lastLines = current.postmaster.lastLines()
      log.error({ ending, lastLines }, 'PostgreSQL exited unexpectedly: restarting it')
      if (Date.now() - since > HEALTHY_MS) pause = SHORTEST_PAUSE_MS
      pause = await restart(pause)
      if (stopping.signal.aborted) return
    }
  }

  /**
   * Retries until the server runs or stop() is called. Returns the pause before the next attempt.
   */
  async function restart(firstPause: number): Promise<number> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await delay(pause, undefined, { signal: stopping.signal })
        current = await launch({ ...launchOptions, signal: stopping.signal })
        log.info({ pid: current.postmaster.pid }, 'PostgreSQL is running again')
        return Math.min(pause * 2, LONGEST_PAUSE_MS)
      } catch (error) {
        if (stopping.signal.aborted) return pause
        log.error({ err: error }, 'PostgreSQL does not start: trying again')
      }
    }
  }

  const supervision = keepRunning()

  /** Calling it again is harmless. After a smart stop, a plain stop() ends the wait. */
  async function stop({ smart = false } = {}): Promise<void> {
    stopping.abort()
    await stopPostmaster(current.postmaster, smart)
    await supervision
    // A restart may just have succeeded.
    await stopPostmaster(current.postmaster)
  }

  return { stop }
}
