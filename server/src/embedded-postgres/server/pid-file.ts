import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Content of the pid file in a postmaster's data directory. */
type PidFile = { pid: number; port: number; isReady: boolean }

export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFileIn(directory), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  // A single-user server writes its pid as a negative number.
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' }
}

export function removePidFile(directory: string): Promise<void> {
  return rm(pidFileIn(directory), { force: true })
}

/**
 * Returns whether this process is a PostgreSQL server (not one of its backends) of this directory.
 */
export function isServerOf(pid: number, directory: string): boolean {
  if (process.platform !== 'linux') return isServerByPs(pid, directory)
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return false
  }
  const [program = '', ...args] = text.split('\0')
  return basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === directory
}

/**
 * For systems without /proc. `pg_ctl status` is not used, because it accepts any process with that
 * pid.
 */
function isServerByPs(pid: number, directory: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return stdout?.includes('postgres') === true && stdout.includes(`-D ${directory} `)
}

function pidFileIn(directory: string): string {
  return join(directory, 'postmaster.pid')
}
