import pLimit from 'p-limit'
import { askOf } from '../platform/database/ask.ts'
import { listShardStarts } from '../platform/database/cluster/shards.ts'
import type { BillingDeps } from './deps.ts'
import { handfulsOf } from './handfuls.ts'
import type { Cursor } from './queries.ts'

const PAGE = 800
/** As many handfuls as leave connections of the pool to the requests. */
const AT_ONCE = 4

/** Enough that a statement for all of them costs little for each, few enough to be soon done. */
export const BILLED_TOGETHER = 100

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
  /** How many are handled together. */
  together: number
  /** In a transaction of their own: all of them or none. */
  handle: (due: readonly T[]) => Promise<unknown>
}

/**
 * Handles everything that is due, page by page, so that memory stays flat whatever their number.
 * What fails is logged with its subscription, left behind and found again by the next sweep; so is what
 * is left when the service stops. Returns how many succeeded.
 */
export async function sweep<T extends Due>(
  { db, log, stopping }: Pick<BillingDeps, 'db' | 'log' | 'stopping'>,
  { name, list, together, handle }: Sweep<T>,
): Promise<number> {
  let handled = 0
  /** Where one of several fails, halves are tried until it is alone: it keeps none of the others waiting. */
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
  const limit = pLimit(AT_ONCE)
  const starts = await listShardStarts(askOf(db))
  let cursor: Cursor
  for (;;) {
    const page = await list({ cursor, limit: PAGE })
    for (const handfuls of handfulsOf(page, together, starts)) {
      await Promise.all(handfuls.map((due) => limit(() => attempt(due))))
    }
    if (stopping?.aborted) return handled
    cursor = page.at(-1)
    if (page.length < PAGE) return handled
  }
}
