import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnreachable } from '../../../platform/database.ts'

/** A lock that somebody keeps for longer than this must not keep every tenant's events waiting. */
const BEGIN = "begin; set local lock_timeout = '5s'"
const ASK_EVERY_MS = 200

/** Opens a transaction and returns its id, by which its fate can be asked after a lost answer. */
export async function beginTransaction(client: PoolClient): Promise<string> {
  await client.query(BEGIN)
  const { rows } = await client.query<{ id: string }>({
    name: 'current-transaction-id',
    text: 'select pg_current_xact_id()::text as id',
  })
  const id = rows[0]?.id
  if (id === undefined) throw new Error('PostgreSQL gave the transaction no id')
  return id
}

/** Ends a transaction that failed, and its connection too when that is what failed. */
export async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch {
    client.release(true)
  }
}

/**
 * True when PostgreSQL itself answered that a COMMIT failed. Any other error, a lost connection
 * above all, leaves open whether it happened.
 */
export function isCommitRefused(error: unknown): boolean {
  // FATAL and PANIC end the session, and may come when the commit is already on disk.
  const isRefusal = error instanceof Error && 'severity' in error && error.severity === 'ERROR'
  return isRefusal && !isDatabaseUnreachable(error)
}

/**
 * Whether a transaction whose COMMIT got no answer was committed; unknown when that cannot be
 * learned before `giveUpAt` (a time of `performance.now()`).
 */
export async function findCommitOutcome(
  pool: Pool,
  transactionId: string,
  giveUpAt: number,
): Promise<'committed' | 'aborted' | 'unknown'> {
  for (;;) {
    const status = await askStatus(pool, transactionId)
    if (status === 'committed' || status === 'aborted') return status
    if (performance.now() > giveUpAt) return 'unknown'
    await sleep(ASK_EVERY_MS)
  }
}

async function askStatus(pool: Pool, transactionId: string): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [transactionId],
    )
    return rows[0]?.status ?? null
  } catch {
    // Whatever the reason: not known yet. Taken for a refusal, it would make rows be sent twice.
    return null
  }
}
