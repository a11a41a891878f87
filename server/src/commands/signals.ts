import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'

/**
 * Ctrl-C reaches npm and this process at once, and npm forwards it. A later signal is a second
 * request.
 */
const SAME_WISH_MS = 2_000
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const
type Name = keyof typeof EXIT_CODES

let stopping: AbortController | undefined
let toldAt: number | undefined
let shortening: AbortController | undefined

/**
 * Makes SIGTERM and Ctrl-C end the process by a normal exit, so that exit handlers stop what it
 * started, such as an embedded PostgreSQL. Call it first: the first process of a container ignores
 * signals that it does not handle.
 */
export function endOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => onSignal(name))
}

/**
 * Returns an AbortSignal for a command that needs time to stop. The first stop signal aborts it;
 * only a second one ends the process.
 */
export function stopSignal(log?: Log): AbortSignal {
  stopping ??= new AbortController()
  const { signal } = stopping
  signal.addEventListener('abort', () => log?.info({ signal: signal.reason }, 'stopping'))
  return signal
}

/**
 * Waits for the given time after the first stop signal. A second signal ends the wait instead of
 * the process.
 */
export async function waitUnlessToldAgain(milliseconds: number, log: Log): Promise<void> {
  if (milliseconds === 0) return
  log.info({ milliseconds }, 'still serving')
  shortening = new AbortController()
  const { signal } = shortening
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  shortening = undefined
  if (signal.aborted) log.info('second stop signal: stopping without waiting')
}

function onSignal(name: Name): void {
  if (stopping === undefined) process.exit(EXIT_CODES[name])
  const now = performance.now()
  if (toldAt === undefined) {
    toldAt = now
    stopping.abort(name)
  } else if (now - toldAt > SAME_WISH_MS) {
    if (shortening === undefined) process.exit(1)
    // A further signal ends the process.
    toldAt = now
    shortening.abort()
  }
}
