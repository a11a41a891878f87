import { existsSync, realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterDirectory } from '../../src/embedded-postgres/cluster/cluster.ts'
import type { LockOwner } from '../../src/embedded-postgres/data-lock.ts'
import { isServerOf, readPidFile } from '../../src/embedded-postgres/server/pid-file.ts'
import { processStart } from '../../src/platform/program/process-start.ts'
import type { Resource } from './clean-up-on-exit.ts'

/**
 * Removes what must not outlive the tests. It reads one entry per line, and starts when its stdin
 * closes, which means that the test process has ended.
 */
const processes: { pid: number; start: string | undefined }[] = []
const dataDirs: string[] = []
const folders: string[] = []

for await (const line of createInterface({ input: process.stdin })) {
  const resource: Resource = JSON.parse(line)
  if ('pid' in resource) processes.push({ pid: resource.pid, start: processStart(resource.pid) })
  else if ('dataDir' in resource) dataDirs.push(resource.dataDir)
  else folders.push(resource.folder)
}

/** Repeats the search, because a starting server may not have written its pid file yet. */
const ROUNDS = 10
const PAUSE_MS = 300

for (const { pid, start } of processes) {
  // Another program may have the pid by now.
  if (processStart(pid) === start) kill(pid)
}
for (let round = 0; round < ROUNDS; round += 1) {
  const left = dataDirs.filter((dataDir) => existsSync(dataDir))
  if (left.length === 0) break
  for (const dataDir of left) await endAllOn(realpathSync(dataDir))
  await sleep(PAUSE_MS)
}
for (const folder of folders) {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Kills the owner first, which would otherwise restart PostgreSQL. */
async function endAllOn(dataDir: string): Promise<void> {
  const owner = await ownerOf(dataDir).catch(() => undefined)
  if (owner && processStart(owner.pid) === (owner.processStart ?? undefined)) kill(owner.pid)
  const directory = clusterDirectory(dataDir)
  const pid = (await readPidFile(directory))?.pid
  if (pid !== undefined && isServerOf(pid, directory)) kill(pid)
}

async function ownerOf(dataDir: string): Promise<LockOwner> {
  return JSON.parse(await readFile(join(dataDir, 'piecework.lock'), 'utf8'))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
