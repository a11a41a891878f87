import pLimit from 'p-limit'
import { askOf } from '../platform/database/ask.ts'
import { listShardStarts } from '../platform/database/cluster/shards.ts'
import { batchesOf } from './batches.ts'
import type { BillingDeps } from './deps.ts'
import type { Cursor } from './queries.ts'

const PAGE = 800
/** Number of concurrent batches, chosen so that the pool has connections left for requests. */
const CONCURRENCY = 4

/** Batch size: large enough to share the cost of a statement, small enough to finish quickly. */
export const BILLING_BATCH_SIZE = 100

type Due = {
  id: string
  customerId: string
  dueAt: Date
  organizationId: string
  subscriptionId: string | null
}

export type Sweep<T extends Due> = {
  name: string
  list: (page: { cursor: Cursor; limit: number }) => Promise<T[]>
  /** Maximum batch size. */
  batchSize: number
  /** Runs in its own transaction: the whole batch succeeds or none of it. */
  handle: (due: readonly T[]) => Promise<unknown>
}

/**
 * Handles everything due, page by page, so that memory use does not depend on the total. Failures
 * are logged with their subscription and skipped; the next sweep finds them again, and also the
 * work left when the service stops. Returns the number of items that succeeded.
 */
export async function sweep<T extends Due>(
  { db, log, stopping }: Pick<BillingDeps, 'db' | 'log' | 'stopping'>,
  { name, list, batchSize, handle }: Sweep<T>,
): Promise<number> {
  let handled = 0
  /**
   * Bisects a failed batch until the failing item is isolated, so that it does not hold up the
   * others.
   */
  async function attempt(due: readonly T[]): Promise<void> {
    if (stopping?.aborted) return
    try {
      await handle(due)
      handled += due.length
    } catch (error) {
      const [first, ...others] = due
      if (!first) return
      if (others.length > 0) {
        const half = Math.ceil(due.length / 2)
        await attempt(due.slice(0, half))
        await attempt(due.slice(half))
        return
      }
      const { id, organizationId, subscriptionId } = first
      const about = { sweep: name, id, organizationId, subscriptionId }
      log.error({ err: error, ...about }, 'left for the next sweep')
    }
  }
  const limit = pLimit(CONCURRENCY)
  const starts = await listShardStarts(askOf(db))
  let cursor: Cursor
  for (;;) {
    const page = await list({ cursor, limit: PAGE })
    for (const batches of batchesOf(page, batchSize, starts)) {
      await Promise.all(batches.map((due) => limit(() => attempt(due))))
    }
    if (stopping?.aborted) return handled
    cursor = page.at(-1)
    if (page.length < PAGE) return handled
  }
}
