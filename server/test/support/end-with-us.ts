import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'

/** What must not outlive this process: a process, all that runs on a data folder, or a folder. */
export type Mortal = { pid: number } | { dataDir: string } | { folder: string }

let reaper: Writable | undefined

/**
 * Sees to it that these end when this process does, however it does: also when it hangs and is
 * killed, so that it can end nothing itself.
 */
export function endWithUs(...mortals: readonly Mortal[]): void {
  reaper ??= startReaper()
  for (const mortal of mortals) reaper.write(`${JSON.stringify(mortal)}\n`)
}

/** It waits for the end of the pipe whose other end only we hold. */
function startReaper(): Writable {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts')], {
    // In a group of its own: what is sent to all of ours must not end it first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return child.stdin
}
