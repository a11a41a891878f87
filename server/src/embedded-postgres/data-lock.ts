import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import {
  access,
  constants,
  link,
  mkdir,
  open,
  readFile,
  rename,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../platform/program/operator-error.ts'
import { processStart } from '../platform/program/process-start.ts'

/**
 * Owner of a data folder, recorded in a lock file. The file survives a kill, so a new process
 * checks whether the owner is still alive. On the same machine, pid and start time decide. From
 * another machine or container the pid means nothing, so the owner touches the file as a heartbeat.
 */
export type LockOwner = {
  pid: number
  /** Start time of the process in units of the system; null where it cannot be determined. */
  processStart: string | null
  /** Processes with an equal value see each other's pids. */
  machine: string
  /** Identifies the folder: a copy has another value. Absent in lock files of older versions. */
  folder?: string
  command: string
  url?: string
  startedAt: string
}

export type DataLock = {
  /** Adds information about the owner, such as the URL once it listens. */
  update(info: { url: string }): Promise<void>
  release(): Promise<void>
}

/** The data folder belongs to another process. The message is meant for the operator. */
export class DataFolderInUse extends OperatorError {
  readonly owner: LockOwner
  constructor(owner: LockOwner) {
    const url = owner.url === undefined ? '' : ` ${owner.url},`
    const elsewhere = owner.machine === machine() ? '' : ' in another container or on another host'
    super(
      `Piecework is already running on this data folder: pid ${owner.pid}${elsewhere} ` +
        `(${owner.command}),${url} started ${owner.startedAt}. ` +
        'Stop it, or set DATA_DIR to another folder.',
    )
    this.name = 'DataFolderInUse'
    this.owner = owner
  }
}

const HEARTBEAT_MS = 2_000
/** An owner on another machine without a heartbeat for this long is considered dead. */
const SILENCE_MS = 10_000
/** A file older than this belongs to a dead owner. The margin allows for clocks of two machines. */
const LONG_AGO_MS = 60_000
const POLL_MS = 100

/** Takes the lock of a data folder. Throws DataFolderInUse when another process owns it. */
export async function acquireDataLock(
  dataDir: string,
  { command, url }: { command: string; url?: string },
): Promise<DataLock> {
  await makeWritable(dataDir)
  const path = lockIn(dataDir)
  let owner: LockOwner = {
    pid: process.pid,
    processStart: processStart(process.pid) ?? null,
    machine: machine(),
    folder: await folderOf(path),
    command,
    ...(url === undefined ? {} : { url }),
    startedAt: new Date().toISOString(),
  }
  await take(path, owner)
  const heartbeat = setInterval(() => {
    const now = new Date()
    // A removed data folder is ignored here, because other failures report it more clearly.
    utimes(path, now, now).catch(() => undefined)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    async update(info) {
      owner = { ...owner, ...info }
      await rename(await writeBeside(path, owner), path)
    },
    async release() {
      clearInterval(heartbeat)
      if ((await readText(path)) === textOf(owner)) await unlink(path)
    },
  }
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(
      `Cannot write to the data folder ${dataDir} (${reason}). Run Piecework as the owner of that ` +
        'folder, or set DATA_DIR to another one.',
      { cause: error },
    )
  }
}

/**
 * Creating the lock is atomic: linking to a complete file succeeds for one process only. Replacing
 * a dead owner's file must be atomic too. Otherwise two processes that both saw a dead owner would
 * remove each other's new file. The right to replace is therefore a lock of its own, and its holder
 * checks the file again.
 */
async function take(path: string, owner: LockOwner): Promise<void> {
  const own = await writeBeside(path, owner)
  try {
    while (!(await linkIfAbsent(own, path))) {
      const found = await readText(path)
      if (found === undefined) continue // released concurrently
      const other = parse(found)
      if (other !== undefined && (await isHeld(path, other))) throw new DataFolderInUse(other)
      if (await replace(path, { found, own, owner })) return
    }
  } finally {
    await unlink(own).catch(ignoreAbsent)
  }
}

/** Returns true when the lock file was unchanged and now belongs to this process. */
async function replace(
  path: string,
  { found, own, owner }: { found: string; own: string; owner: LockOwner },
): Promise<boolean> {
  const guard = `${path}.takeover`
  try {
    await take(guard, owner)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    await delay(POLL_MS) // another process is replacing it: check the result again
    return false
  }
  try {
    if ((await readText(path)) !== found) return false
    await rename(own, path)
    return true
  } finally {
    await unlink(guard).catch(ignoreAbsent)
  }
}

async function isHeld(path: string, owner: LockOwner): Promise<boolean> {
  if (owner.machine === machine()) return isOwner(path, owner)
  const before = await touchedAt(path)
  if (before === undefined || Date.now() - before > LONG_AGO_MS) return false
  for (const deadline = Date.now() + SILENCE_MS; Date.now() < deadline; ) {
    await delay(POLL_MS)
    const touched = await touchedAt(path)
    if (touched !== before) return touched !== undefined
  }
  return false
}

/**
 * Returns whether the owner is alive on this machine and owns this folder, not one that it was
 * copied from.
 */
async function isOwner(path: string, owner: LockOwner): Promise<boolean> {
  const isCopy = owner.folder !== undefined && owner.folder !== (await folderOf(path))
  return !isCopy && isRunning(owner)
}

/**
 * Identifies a folder by device and inode, which do not change when it is moved or mounted
 * elsewhere.
 */
async function folderOf(path: string): Promise<string> {
  const { dev, ino } = await stat(dirname(path), { bigint: true })
  return `${dev}:${ino}`
}

function isRunning({ pid, processStart: start }: LockOwner): boolean {
  const current = processStart(pid)
  if (current !== undefined && start !== null) return current === start
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process is alive, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function lockIn(dataDir: string): string {
  return join(dataDir, 'piecework.lock')
}

function textOf(owner: LockOwner): string {
  return `${JSON.stringify(owner)}\n`
}

async function writeBeside(path: string, owner: LockOwner): Promise<string> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx')
  try {
    await file.writeFile(textOf(owner))
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}

async function linkIfAbsent(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ignoreAbsent)
}

function touchedAt(path: string): Promise<number | undefined> {
  return stat(path).then((stats) => stats.mtimeMs, ignoreAbsent)
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function parse(text: string | undefined): LockOwner | undefined {
  let value: unknown
  try {
    value = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  return isLockOwner(value) ? value : undefined
}

function isLockOwner(value: unknown): value is LockOwner {
  if (typeof value !== 'object' || value === null) return false
  const owner: Partial<Record<keyof LockOwner, unknown>> = value
  const isStartKnown = owner.processStart === null || typeof owner.processStart === 'string'
  const isUrlKnown = owner.url === undefined || typeof owner.url === 'string'
  const isFolderKnown = owner.folder === undefined || typeof owner.folder === 'string'
  const texts = [owner.machine, owner.command, owner.startedAt]
  return (
    typeof owner.pid === 'number' &&
    isStartKnown &&
    isUrlKnown &&
    isFolderKnown &&
    texts.every((text) => typeof text === 'string')
  )
}
