import { existsSync, realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterDirectory } from '../../src/embedded-postgres/cluster/cluster.ts'
import type { LockOwner } from '../../src/embedded-postgres/data-lock.ts'
import { isServerOf, readPidFile } from '../../src/embedded-postgres/server/pid-file.ts'
import { processStart } from '../../src/platform/program/process-start.ts'
import type { Mortal } from './end-with-us.ts'

/**
 * A process beside the tests. It is told line by line what must not outlive them, and does its work
 * when they are gone, which it notices by the end of its stdin.
 */
const processes: { pid: number; start: string | undefined }[] = []
const dataDirs: string[] = []
const folders: string[] = []

for await (const line of createInterface({ input: process.stdin })) {
  const mortal: Mortal = JSON.parse(line)
  if ('pid' in mortal) processes.push({ pid: mortal.pid, start: processStart(mortal.pid) })
  else if ('dataDir' in mortal) dataDirs.push(mortal.dataDir)
  else folders.push(mortal.folder)
}

/** A server that is just being started may not have said yet that it is there. */
const ROUNDS = 10
const PAUSE_MS = 300

for (const { pid, start } of processes) {
  // The pid may have gone to another program since.
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

/** First whoever would start PostgreSQL again. */
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
    // It has just ended.
  }
}
