import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { isServerOf, readPidFile, removePidFile } from './pid-file.ts'
import { stopProcess } from './stop-process.ts'

const POLL_MS = 50

/**
 * Makes way for a new postmaster. One that survived the kill of its owner is stopped. A pid file
 * whose pid has gone to another program (usual in containers, where pids start at 1 each time) is
 * removed, since PostgreSQL would take that program for a postmaster. A pid file of a process that
 * is gone is left for PostgreSQL itself, which then also waits for its orphaned backends.
 */
export async function clearLeftover(directory: string, log: Log): Promise<void> {
  const left = await readPidFile(directory)
  if (left === undefined || !isAlive(left.pid)) return
  const { pid } = left
  if (!isServerOf(pid, directory)) {
    log.warn({ pid, directory }, 'removing a stale postmaster.pid: its pid is another program now')
    await removePidFile(directory)
    return
  }
  log.warn({ pid, directory }, 'stopping the PostgreSQL that an earlier run left behind')
  await stopProcess(pid, async (milliseconds) => {
    const deadline = Date.now() + milliseconds
    while (Date.now() < deadline) {
      if (!isServerOf(pid, directory)) return true
      await delay(POLL_MS)
    }
    return false
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, but we may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
