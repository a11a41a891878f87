import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Size at which PostgreSQL's log is rotated. Two files of about this size are kept. */
const LARGEST_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 16 * 1024
const TAIL_LINES = 20

export function serverLogIn(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

/**
 * Moves a large log aside. Call it only before a start, because a running server keeps writing to
 * its file.
 */
export function rotateServerLog(path: string): void {
  if (sizeOf(path) > LARGEST_BYTES) renameSync(path, `${path}.1`)
}

/** Opens the log for a program's output; `since` is the offset where that output begins. */
export function openServerLog(path: string): { descriptor: number; since: number } {
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, since: sizeOf(path) }
}

/** Returns the last lines written after `since`; empty when the file was removed or truncated. */
export function readServerLog(path: string, since: number): string {
  const size = sizeOf(path)
  if (size <= since) return ''
  const start = Math.max(since, size - TAIL_BYTES)
  const buffer = Buffer.alloc(size - start)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, buffer, 0, buffer.length, start)
  } finally {
    closeSync(descriptor)
  }
  return buffer.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
