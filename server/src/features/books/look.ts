import { sql } from 'kysely'
import { askOf } from '../../platform/database/ask.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import { hasCitus } from '../../platform/database/cluster/has-citus.ts'
import { isRetryable } from '../../platform/database/errors.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Check, Difference } from './check.ts'

const ATTEMPTS = 10

/**
 * Runs a check on one snapshot. On a cluster, nodes are read one after the other. Sums of all
 * customers can then include usage that the sums of each customer lack. If they differ, the check
 * runs once more while writes are blocked.
 */
export async function look<T extends { found: readonly Difference[] }>(
  db: Db,
  check: Check,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const seen = await atOneMoment(db, read)
  if (check.of !== 'organization' || seen.found.length === 0 || db.isTransaction) return seen
  return (await hasCitus(askOf(db))) ? whileNobodyAdds(db, read) : seen
}

/** Blocks writers of usage while `read` runs. Waits at most 2 seconds for the lock per attempt. */
async function whileNobodyAdds<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await sql`set local lock_timeout = '2s'`.execute(tx)
          await sql`lock table organization_days, organization_models, organization_earned_days,
            organization_earned_months, organization_earned_day_totals, organization_invoiced_days
            in share mode`.execute(tx)
          return read(tx)
        })
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}
