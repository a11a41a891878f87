import { setTimeout as delay } from 'node:timers/promises'
import { type Launched, type LaunchOptions, launch } from './launch.ts'
import { stopPostmaster } from './postmaster.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A server that ran this long was healthy: its end is not part of a series of failures. */
const HEALTHY_MS = 60_000

type Supervisor = { stop(options?: { smart?: boolean }): Promise<void> }

/**
 * Keeps the server running: should it end, it is started again on the same port, so that pools
 * connect again by themselves. Ends when stopped, never by failing.
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

  /** Tries until it runs or is not wanted any more. Returns the pause before the next attempt. */
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

  /** Calling again is harmless; after a smart stop it is how to lose patience. */
  async function stop({ smart = false } = {}): Promise<void> {
    stopping.abort()
    await stopPostmaster(current.postmaster, smart)
    await supervision
    // A restart may just have succeeded.
    await stopPostmaster(current.postmaster)
  }

  return { stop }
}
