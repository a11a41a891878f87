import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../../platform/program/operator-error.ts'
import type { Log } from '../log.ts'
import { isServerOf, readPidFile, removePidFile } from './pid-file.ts'
import { stopProcess } from './stop-process.ts'

const POLL_MS = 50

/**
 * Stops a postmaster that survived the kill of its owner. Call it only before a process starts its
 * first server, while it holds the lock of the data folder. Later, a server on these files must not
 * be stopped.
 */
export async function stopLeftover(directory: string, log: Log): Promise<void> {
  const left = await readPidFile(directory)
  if (left === undefined || !isServerOf(left.pid, directory)) return
  const { pid } = left
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

/**
 * Prepares the pid file for a new postmaster. A pid file whose pid now belongs to another program
 * is removed, because PostgreSQL would mistake that program for a postmaster. This is common in
 * containers, where pids start at 1. A pid file of a dead process is left to PostgreSQL, which then
 * also waits for orphaned backends. Throws when the server of another process runs on these files.
 */
export async function clearPidFile(directory: string, log: Log): Promise<void> {
  const left = await readPidFile(directory)
  if (left === undefined || !isAlive(left.pid)) return
  const { pid } = left
  if (isServerOf(pid, directory)) {
    throw new OperatorError(
      `The PostgreSQL of another process (pid ${pid}) runs on ${directory}. It is left alone.`,
    )
  }
  log.warn({ pid, directory }, 'removing a stale postmaster.pid: its pid is another program now')
  await removePidFile(directory)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process is alive, but this user may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
