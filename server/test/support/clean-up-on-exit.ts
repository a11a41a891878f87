import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'

/** Must not outlive this process: a process, all processes of a data folder, or a folder. */
export type Resource = { pid: number } | { dataDir: string } | { folder: string }

let reaper: Writable | undefined

/**
 * Removes these when this process ends, however it ends. This includes a process that hangs and is
 * killed, and so cannot clean up itself.
 */
export function cleanUpOnExit(...resources: readonly Resource[]): void {
  reaper ??= startReaper()
  for (const resource of resources) reaper.write(`${JSON.stringify(resource)}\n`)
}

/** The reaper notices our end because only we hold the other end of its pipe. */
function startReaper(): Writable {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts')], {
    // Runs in its own process group, so that a signal to our group does not end it first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return child.stdin
}
