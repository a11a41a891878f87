import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { askBy } from '../../../platform/database/ask.ts'
import { isOnNodes } from '../../../platform/database/cluster/has-citus.ts'
import { findNodeOf } from '../../../platform/database/cluster/nodes.ts'
import { endPrepared, findPrepared } from '../../../platform/database/cluster/prepared-on-node.ts'
import { isDatabaseUnreachable } from '../../../platform/database/errors.ts'
import type { EventRow } from './event-row.ts'

/** A lock held for longer than this must not delay the events of other organizations. */
const BEGIN = `begin; set local lock_timeout = '5s';
  select pg_current_xact_id()::text as id, pg_backend_pid() as "processId"`
const ASK_EVERY_MS = 200

/**
 * The id and the server process of a transaction, by which its outcome is queried after a lost
 * response.
 */
export type TransactionName = { id: string; processId: number }

export async function beginTransaction(client: PoolClient): Promise<TransactionName> {
  const answer = await client.query<TransactionName>(BEGIN)
  // Several statements return a list of results, which the driver's types do not express.
  const name = [answer].flat().at(-1)?.rows[0]
  if (name === undefined) throw new Error('PostgreSQL gave the transaction no id')
  return name
}

/** Rolls back a transaction, and closes the connection if the rollback fails. */
export async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch {
    client.release(true)
  }
}

/**
 * Returns true when PostgreSQL itself answered that a COMMIT failed. After any other error, such as
 * a lost connection, the outcome is unknown.
 */
export function isCommitRefused(error: unknown): boolean {
  // FATAL and PANIC end the session and may arrive after the commit is on disk.
  const isRefusal = error instanceof Error && 'severity' in error && error.severity === 'ERROR'
  return isRefusal && !isDatabaseUnreachable(error)
}

/** A transaction whose COMMIT got no response, and a row that exists only if it was committed. */
export type LostCommit = { transaction: TransactionName; witness: EventRow }

/**
 * Determines if a transaction whose COMMIT got no response was committed. Returns 'unknown' when
 * that cannot be determined before `giveUpAt` (a time of `performance.now()`).
 *
 * Once the transaction has ended, its row decides. The status of its id alone does not: after a
 * crash PostgreSQL reuses ids that were not yet on disk, and the status may belong to another
 * transaction. A missing row may still appear while its node holds it prepared.
 */
export async function findCommitOutcome(
  pool: Pool,
  lost: LostCommit,
  giveUpAt: number,
): Promise<'committed' | 'aborted' | 'unknown'> {
  for (;;) {
    if (await hasEnded(pool, lost.transaction.id)) {
      if (await exists(pool, lost.witness)) return 'committed'
      // The row is looked up last: if its transaction was prepared and then committed, the row is
      // visible now.
      if (!(await mayComeYet(pool, lost)) && (await exists(pool, lost.witness)) === false) {
        return 'aborted'
      }
    }
    if (performance.now() > giveUpAt) return 'unknown'
    await sleep(ASK_EVERY_MS)
  }
}

const ID_IN_THE_FUTURE = '22023'

/** Returns false also when the state cannot be determined. */
async function hasEnded(pool: Pool, transactionId: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [transactionId],
    )
    return rows[0] !== undefined && rows[0].status !== 'in progress'
  } catch (error) {
    // A crash also undid the assignment of the id. Any other error means unknown: treated as a
    // refusal, it would send the rows twice.
    return error instanceof Error && 'code' in error && error.code === ID_IN_THE_FUTURE
  }
}

/** Returns undefined when it cannot be determined. */
async function exists(pool: Pool, { customerId, usageDate, id }: EventRow) {
  try {
    const { rowCount } = await pool.query(
      'select 1 from usage_events where customer_id = $1 and usage_date = $2 and id = $3',
      [customerId, new Date(usageDate), id],
    )
    return rowCount === 1
  } catch {
    return undefined
  }
}

/**
 * Returns true while the row's node holds the transaction prepared, or does not respond: on Citus
 * the coordinator commits before the nodes. Makes Citus complete prepared transactions there.
 */
async function mayComeYet(pool: Pool, { transaction, witness }: LostCommit): Promise<boolean> {
  const ask = askBy(pool)
  try {
    // While `piecework scale-out` runs, usage may still be on the coordinator.
    if (!(await isOnNodes(ask, 'usage_events'))) return false
    const node = await findNodeOf(ask, { table: 'usage_events', key: witness.customerId })
    const prepared = node ? await findPrepared(ask, node) : []
    const ofSession = `citus_0_${transaction.processId}_`
    if (prepared?.every((name) => !name.startsWith(ofSession))) return false
    await endPrepared(ask)
    return true
  } catch {
    return true
  }
}
