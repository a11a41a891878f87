import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseUnreachable } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'

const ASK_EVERY_MS = 200
const RETRY_AFTER_SECONDS = 5

/** Opens a transaction and returns its id, by which its fate can be asked after a lost answer. */
export async function beginTransaction(client: PoolClient): Promise<string> {
  await client.query('begin')
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
  const isFromPostgres =
    error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
  return isFromPostgres && !isDatabaseUnreachable(error)
}

/**
 * Whether a transaction whose COMMIT got no answer was committed. Throws `unavailable` when that
 * cannot be learned before `giveUpAt` (a time of `performance.now()`).
 */
export async function findCommitOutcome(
  pool: Pool,
  transactionId: string,
  giveUpAt: number,
): Promise<'committed' | 'aborted'> {
  for (;;) {
    const status = await askStatus(pool, transactionId)
    if (status === 'committed' || status === 'aborted') return status
    if (performance.now() > giveUpAt) {
      const message = 'The database was lost while it stored the records; some may be stored'
      throw new AppError('unavailable', message, RETRY_AFTER_SECONDS)
    }
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
  } catch (error) {
    if (isDatabaseUnreachable(error)) return null
    throw error
  }
}
