import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnreachable, isRetryable } from '../../../platform/database/errors.ts'
import type { Log } from '../../../platform/log.ts'
import {
  beginTransaction,
  findCommitOutcome,
  isCommitRefused,
  type LostCommit,
  rollBack,
  type TransactionName,
} from './commit-outcome.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import { isKeyTaken } from './idempotency.ts'
import { takeSlot } from './slots.ts'
import type { CostRows } from './uncosted.ts'
import { type BatchOptions, writeBatch } from './write-batch.ts'

const BATCH_SIZE_MAX = 2_000
const BATCH_CHARACTERS_MAX = 16_000_000
const UNREACHABLE_FOR_MS = 10_000
const RETRY_EVERY_MS = 200
const QUICK_MS = 1_000
/** Rows that have waited longer are not written; the caller is told to send them again. */
const WAITING_FOR_MS = 15_000

export type LaneDeps = {
  pool: Pool
  log: Log
  costRows: CostRows
  hasHolds: BatchOptions['hasHolds']
  /** Receives the number of rows and the duration in seconds of each commit. */
  onCommit: (rows: number, seconds: number) => void
  /** Receives the rows of a commit, and which of them are new; must not wait or throw. */
  onStored: (rows: readonly EventRow[], isNew: (row: EventRow) => boolean) => void
  /**
   * How long a batch is retried while the database is unreachable, and how long the outcome of a
   * lost COMMIT is queried; 10 seconds.
   */
  unreachableForMs?: number
  /** True when all its rows are on one node of a cluster. */
  isOfNode?: boolean
  /** Returns true if the tables are distributed over nodes. */
  isDistributed?: () => boolean
}

type WriteDeps = LaneDeps & {
  /** Slot of the rows that this lane writes in the sums of whole organizations, see `slots.ts`. */
  slot: number
  reach: Reach
}

type Reach = {
  /** True when the last attempt did not reach the database. */
  isUnreachable: boolean
  /** True when the last batch gave up because the database was unreachable. */
  hasGivenUp: boolean
}

export type Lane = {
  /** Resolves with the outcome of each row; for a stored row, after COMMIT. */
  write: (rows: readonly EventRow[]) => Promise<WriteOutcome[]>
  /** Returns how long the current batch has taken so far, in milliseconds. */
  busyForMs: () => number
  /** Returns true while the current batch is retried because the database is unreachable. */
  isRetrying: () => boolean
  /**
   * Returns true if it has written within the last second and no batch took a second in the last
   * `milliseconds`.
   */
  isQuickFor: (milliseconds: number) => boolean
}

type Submission = {
  rows: readonly EventRow[]
  /** A time of `performance.now()`. */
  submittedAt: number
  resolve: (outcomes: WriteOutcome[]) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: while one transaction is written to disk, the rows of other requests gather, and
 * the next transaction writes them all.
 */
export function createLane(given: LaneDeps): Lane {
  const deps = { ...given, slot: takeSlot(), reach: { isUnreachable: false, hasGivenUp: false } }
  const waiting: Submission[] = []
  let writingSince: number | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let slowUntil = Number.NEGATIVE_INFINITY

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      writingSince = performance.now()
      refuseLate(waiting)
      if (waiting.length > 0) await finish(takeBatch(waiting), deps)
      writtenAt = performance.now()
      if (deps.reach.isUnreachable || writtenAt - writingSince > QUICK_MS) slowUntil = writtenAt
    }
    writingSince = undefined
  }
  const busyForMs = () => (writingSince === undefined ? 0 : performance.now() - writingSince)
  return {
    write: (rows) =>
      new Promise((resolve, reject) => {
        waiting.push({ rows, submittedAt: performance.now(), resolve, reject })
        if (writingSince === undefined) void writeWaiting()
      }),
    busyForMs,
    isRetrying: () => writingSince !== undefined && deps.reach.isUnreachable,
    isQuickFor: (milliseconds) => {
      const now = performance.now()
      return busyForMs() < QUICK_MS && now - writtenAt < QUICK_MS && now - slowUntil > milliseconds
    },
  }
}

/** Rejects rows that have waited too long, as after an outage: their callers no longer wait. */
function refuseLate(waiting: Submission[]): void {
  const oldest = performance.now() - WAITING_FOR_MS
  const lateCount = waiting.findIndex(({ submittedAt }) => submittedAt >= oldest)
  for (const { rows, resolve } of waiting.splice(
    0,
    lateCount === -1 ? waiting.length : lateCount,
  )) {
    resolve(rows.map(() => ({ kind: 'unavailable' })))
  }
}

function takeBatch(waiting: Submission[]): Submission[] {
  let size = 0
  let characters = 0
  const end = waiting.findIndex(({ rows }, index) => {
    size += rows.length
    for (const row of rows) characters += row.payload.length
    return index > 0 && (size > BATCH_SIZE_MAX || characters > BATCH_CHARACTERS_MAX)
  })
  return waiting.splice(0, end === -1 ? waiting.length : end)
}

/** Writes a batch and resolves every submission in it; never rejects. */
async function finish(batch: readonly Submission[], deps: WriteDeps): Promise<void> {
  try {
    const outcomes = await writeRows(
      batch.flatMap(({ rows }) => rows),
      deps,
    )
    for (const { rows, resolve } of batch) resolve(rows.map((row) => outcomeOf(outcomes, row)))
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Returns the outcome of a row; throws if there is none, because a guess could bill twice. */
export function outcomeOf(outcomes: Outcomes, row: EventRow): WriteOutcome {
  const outcome = outcomes.get(row.id)
  assert(outcome, `event ${row.id} has no outcome`)
  return outcome
}

/** Outcomes by row id. */
export type Outcomes = ReadonlyMap<string, WriteOutcome>

function sameOutcome(rows: readonly EventRow[], outcome: WriteOutcome): Outcomes {
  return new Map(rows.map(({ id }) => [id, outcome]))
}

/**
 * Writes rows in one transaction. If the database rejects it, each half is written separately, down
 * to the single invalid row. So an invalid row never affects other rows.
 */
async function writeRows(rows: readonly EventRow[], deps: WriteDeps): Promise<Outcomes> {
  try {
    return await writeUntilCertain(rows, deps)
  } catch (error) {
    const [only] = rows
    if (only && rows.length === 1) {
      deps.log.error({ err: error, eventId: only.id }, 'the database refused a usage event')
      return sameOutcome(rows, { kind: 'refused' })
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await writeRows(rows.slice(0, middle), deps)
    const second = await writeRows(rows.slice(middle), deps)
    return new Map([...first, ...second])
  }
}

/**
 * Retries while the database is unreachable, but never rewrites rows that may be stored. Throws
 * only when the database rejected the rows. After a failed wait for a node, each batch tries it
 * once until it is back, because records of other nodes in the same request wait for the response.
 */
async function writeUntilCertain(rows: readonly EventRow[], deps: WriteDeps): Promise<Outcomes> {
  const { unreachableForMs = UNREACHABLE_FOR_MS, reach } = deps
  const isTriedOnce = deps.isOfNode === true && reach.hasGivenUp
  const giveUpAt = performance.now() + (isTriedOnce ? 0 : unreachableForMs)
  for (;;) {
    const attempt = await tryToWrite(rows, deps)
    noteReach(reach, attempt)
    if (attempt.kind === 'committed') return stored(rows, attempt.outcomes, deps)
    if (attempt.kind === 'unknown') {
      // The query has its own time limit, because detecting the lost response may have taken long.
      const askUntil = performance.now() + unreachableForMs
      const outcome = await findCommitOutcome(deps.pool, attempt.lost, askUntil)
      // Any other outcome means that the database has responded.
      reach.isUnreachable = outcome === 'unknown'
      if (outcome === 'committed') return stored(rows, attempt.outcomes, deps)
      if (outcome === 'unknown') return sameOutcome(rows, { kind: 'unknown' })
    }
    const error = attempt.kind === 'failed' ? attempt.error : undefined
    if (attempt.kind === 'failed' && !isWorthRetrying(error)) throw error
    if (performance.now() >= giveUpAt) {
      reach.hasGivenUp = reach.isUnreachable
      deps.log.warn({ err: error, records: rows.length }, 'usage records could not be written')
      return sameOutcome(rows, { kind: 'unavailable' })
    }
    if (!isKeyTaken(error)) await sleep(RETRY_EVERY_MS)
  }
}

/** Returns the outcomes of a commit, after telling which rows it has stored. */
function stored(rows: readonly EventRow[], outcomes: Outcomes, { onStored }: WriteDeps): Outcomes {
  onStored(rows, ({ id }) => outcomes.get(id)?.kind === 'stored')
  return outcomes
}

function noteReach(reach: Reach, attempt: Attempt): void {
  reach.isUnreachable =
    attempt.kind === 'unknown' ||
    (attempt.kind === 'failed' && isDatabaseUnreachable(attempt.error))
  if (!reach.isUnreachable) reach.hasGivenUp = false
}

function isWorthRetrying(error: unknown): boolean {
  return isDatabaseUnreachable(error) || isRetryable(error) || isKeyTaken(error)
}

type Attempt =
  | { kind: 'committed'; outcomes: Outcomes }
  /** Nothing was written. */
  | { kind: 'failed'; error: unknown }
  /** The connection was lost during COMMIT. */
  | { kind: 'unknown'; outcomes: Outcomes; lost: LostCommit }

async function tryToWrite(rows: readonly EventRow[], deps: WriteDeps): Promise<Attempt> {
  const startedAt = performance.now()
  let client: PoolClient
  try {
    client = await deps.pool.connect()
  } catch (error) {
    return { kind: 'failed', error }
  }
  let outcomes: Outcomes
  let transaction: TransactionName
  try {
    // The rows are sent without waiting for the response to BEGIN.
    ;[transaction, outcomes] = await Promise.all([
      beginTransaction(client),
      writeBatch(client, rows, {
        ...deps,
        ofNodeAlone: deps.isOfNode === true,
        isDistributed: deps.isDistributed?.() === true,
      }),
    ])
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
    const witness = rows.find((row) => outcomes.get(row.id)?.kind === 'stored')
    // Without a new row, only the audit log was to be committed, and it can be written again.
    if (!witness) return { kind: 'failed', error }
    return { kind: 'unknown', outcomes, lost: { transaction, witness } }
  }
  deps.onCommit(rows.length, (performance.now() - startedAt) / 1_000)
  return { kind: 'committed', outcomes }
}
