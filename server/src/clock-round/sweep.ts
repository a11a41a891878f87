import pLimit from 'p-limit'
import type { Log } from '../platform/log.ts'
import type { Cursor } from './queries.ts'

const PAGE = 200
/** As many at once as leave connections of the pool to the requests. */
const AT_ONCE = 4

type Due = { id: string; dueAt: Date; organizationId: string; subscriptionId: string }

export type Sweep<T extends Due> = {
  name: string
  list: (page: { cursor: Cursor; limit: number }) => Promise<T[]>
  /** In a transaction of its own, so that one that fails keeps nobody else waiting. */
  handle: (due: T) => Promise<unknown>
}

/**
 * Handles everything that is due, page by page, so that memory stays flat whatever their number.
 * What fails is logged with its subscription, left behind and found again by the next sweep. Returns how many succeeded.
 */
export async function sweep<T extends Due>(
  log: Log,
  { name, list, handle }: Sweep<T>,
): Promise<number> {
  const limit = pLimit(AT_ONCE)
  let handled = 0
  let cursor: Cursor
  for (;;) {
    const page = await list({ cursor, limit: PAGE })
    await Promise.all(
      page.map((due) =>
        limit(async () => {
          try {
            await handle(due)
            handled += 1
          } catch (error) {
            const { id, organizationId, subscriptionId } = due
            const about = { sweep: name, id, organizationId, subscriptionId }
            log.error({ err: error, ...about }, 'left for the next sweep')
          }
        }),
      ),
    )
    cursor = page.at(-1)
    if (page.length < PAGE) return handled
  }
}
