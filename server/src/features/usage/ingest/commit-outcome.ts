import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { askBy } from '../../../platform/database/ask.ts'
import { isOnNodes } from '../../../platform/database/cluster/has-citus.ts'
import { findNodeOf } from '../../../platform/database/cluster/nodes.ts'
import { endPrepared, findPrepared } from '../../../platform/database/cluster/prepared-on-node.ts'
import { isDatabaseUnreachable } from '../../../platform/database/errors.ts'
import type { EventRow } from './event-row.ts'

/** A lock that somebody keeps for longer than this must not keep every tenant's events waiting. */
const BEGIN = `begin; set local lock_timeout = '5s';
  select pg_current_xact_id()::text as id, pg_backend_pid() as "processId"`
const ASK_EVERY_MS = 200

/** By which the fate of a transaction can be asked after a lost answer: its id, and whose it was. */
export type TransactionName = { id: string; processId: number }

export async function beginTransaction(client: PoolClient): Promise<TransactionName> {
  const answer = await client.query<TransactionName>(BEGIN)
  // Several statements have a list of results, which the driver's types do not say.
  const name = [answer].flat().at(-1)?.rows[0]
  if (name === undefined) throw new Error('PostgreSQL gave the transaction no id')
  return name
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

/** A transaction whose COMMIT got no answer, and a row that exists only if it was committed. */
export type LostCommit = { transaction: TransactionName; witness: EventRow }

/**
 * Whether a transaction whose COMMIT got no answer was committed; unknown when that cannot be
 * learned before `giveUpAt` (a time of `performance.now()`). Its row decides, once the transaction
 * has ended. The status of its id alone does not: after a crash PostgreSQL gives ids again that it
 * had not yet written down, and then the status is somebody else's. A row that is not there has
 * not come yet while its node holds it prepared.
 */
export async function findCommitOutcome(
  pool: Pool,
  lost: LostCommit,
  giveUpAt: number,
): Promise<'committed' | 'aborted' | 'unknown'> {
  for (;;) {
    if (await hasEnded(pool, lost.transaction.id)) {
      if (await exists(pool, lost.witness)) return 'committed'
      // Asked in this order: what was prepared until now is there afterwards.
      if (!(await mayComeYet(pool, lost)) && (await exists(pool, lost.witness)) === false) {
        return 'aborted'
      }
    }
    if (performance.now() > giveUpAt) return 'unknown'
    await sleep(ASK_EVERY_MS)
  }
}

const ID_IN_THE_FUTURE = '22023'

/** False also while it cannot be learned. */
async function hasEnded(pool: Pool, transactionId: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [transactionId],
    )
    return rows[0] !== undefined && rows[0].status !== 'in progress'
  } catch (error) {
    // A crash undid even the giving out of the id. Whatever else: not known yet; taken for a
    // refusal, it would make rows be sent twice.
    return error instanceof Error && 'code' in error && error.code === ID_IN_THE_FUTURE
  }
}

/** Undefined while it cannot be learned. */
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
 * True while the node of the row holds it prepared, or does not say: on Citus the coordinator commits
 * before the nodes do. Lets Citus finish what it has to finish there.
 */
async function mayComeYet(pool: Pool, { transaction, witness }: LostCommit): Promise<boolean> {
  const ask = askBy(pool)
  try {
    // While `piecework scale-out` runs, usage can be on the coordinator still.
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
