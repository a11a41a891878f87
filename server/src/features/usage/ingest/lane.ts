import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnreachable, isRetryable } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { beginTransaction, findCommitOutcome, isCommitRefused, rollBack } from './commit-outcome.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import type { Recost } from './uncosted.ts'
import { writeBatch } from './write-batch.ts'

const BATCH_SIZE_MAX = 2_000
const UNREACHABLE_FOR_MS = 10_000
const RETRY_EVERY_MS = 200
const RETRY_AFTER_SECONDS = 2

export type LaneDeps = {
  pool: Pool
  log: Log
  recost: Recost
  /** Told about each commit: how many rows, and how long it took in seconds. */
  onCommit: (rows: number, seconds: number) => void
  /** How long a batch is tried again while the database cannot be reached; 10 seconds. */
  unreachableForMs?: number
}

export type Lane = {
  /** Resolves after COMMIT, with what became of each row; rejects when that cannot be told. */
  write: (rows: readonly EventRow[]) => Promise<WriteOutcome[]>
}

type Submission = {
  rows: readonly EventRow[]
  resolve: (outcomes: WriteOutcome[]) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: while one transaction is on its way to disk, the rows of other requests gather,
 * and the next transaction takes them all.
 */
export function createLane(deps: LaneDeps): Lane {
  const waiting: Submission[] = []
  let isWriting = false

  async function writeWaiting(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await settle(takeBatch(waiting), deps)
    isWriting = false
  }
  return {
    write: (rows) =>
      new Promise((resolve, reject) => {
        waiting.push({ rows, resolve, reject })
        if (!isWriting) void writeWaiting()
      }),
  }
}

function takeBatch(waiting: Submission[]): Submission[] {
  let size = 0
  const end = waiting.findIndex((submission, index) => {
    size += submission.rows.length
    return index > 0 && size > BATCH_SIZE_MAX
  })
  return waiting.splice(0, end === -1 ? waiting.length : end)
}

/** Writes a batch and answers every submission in it; never rejects. */
async function settle(batch: readonly Submission[], deps: LaneDeps): Promise<void> {
  try {
    const rows = batch.flatMap((submission) => submission.rows)
    const outcomes = await writeRows(rows, deps)
    for (const { rows: own, resolve } of batch) {
      resolve(own.map((row) => outcomes.get(row) ?? { kind: 'refused' }))
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/**
 * Writes rows in one transaction. When the database refuses it, the halves are written on their
 * own, until the row it objects to stands alone: a bad row never takes its neighbours with it.
 */
async function writeRows(
  rows: readonly EventRow[],
  deps: LaneDeps,
): Promise<Map<EventRow, WriteOutcome>> {
  try {
    return await writeUntilCertain(rows, deps)
  } catch (error) {
    if (error instanceof AppError) throw error
    const [only] = rows
    if (only && rows.length === 1) {
      deps.log.error({ err: error, eventId: only.id }, 'the database refused a usage event')
      return new Map([[only, { kind: 'refused' }]])
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await writeRows(rows.slice(0, middle), deps)
    const second = await writeRows(rows.slice(middle), deps)
    return new Map([...first, ...second])
  }
}

/** Tries again while the database cannot be reached, but never writes what may be written. */
async function writeUntilCertain(
  rows: readonly EventRow[],
  deps: LaneDeps,
): Promise<Map<EventRow, WriteOutcome>> {
  const giveUpAt = performance.now() + (deps.unreachableForMs ?? UNREACHABLE_FOR_MS)
  for (;;) {
    const attempt = await tryToWrite(rows, deps)
    if (attempt.kind === 'committed') return attempt.outcomes
    if (attempt.kind === 'unknown') {
      const outcome = await findCommitOutcome(deps.pool, attempt.transactionId, giveUpAt)
      if (outcome === 'committed') return attempt.outcomes
    }
    if (attempt.kind === 'failed' && !isWorthRetrying(attempt.error)) throw attempt.error
    if (performance.now() > giveUpAt) {
      throw new AppError('unavailable', 'The database cannot be reached', RETRY_AFTER_SECONDS)
    }
    await sleep(RETRY_EVERY_MS)
  }
}

function isWorthRetrying(error: unknown): boolean {
  return isDatabaseUnreachable(error) || isRetryable(error)
}

type Attempt =
  | { kind: 'committed'; outcomes: Map<EventRow, WriteOutcome> }
  /** Nothing was written. */
  | { kind: 'failed'; error: unknown }
  /** The connection was lost during COMMIT. */
  | { kind: 'unknown'; outcomes: Map<EventRow, WriteOutcome>; transactionId: string }

async function tryToWrite(rows: readonly EventRow[], deps: LaneDeps): Promise<Attempt> {
  const startedAt = performance.now()
  let client: PoolClient
  try {
    client = await deps.pool.connect()
  } catch (error) {
    return { kind: 'failed', error }
  }
  let outcomes: Map<EventRow, WriteOutcome>
  let transactionId: string
  try {
    transactionId = await beginTransaction(client)
    outcomes = await writeBatch(client, rows, deps.recost)
  } catch (error) {
    await rollBack(client)
    return { kind: 'failed', error }
  }
  try {
    await client.query('commit')
    client.release()
  } catch (error) {
    if (isCommitRefused(error)) {
      await rollBack(client)
      return { kind: 'failed', error }
    }
    client.release(true)
    return { kind: 'unknown', outcomes, transactionId }
  }
  deps.onCommit(rows.length, (performance.now() - startedAt) / 1_000)
  return { kind: 'committed', outcomes }
}
