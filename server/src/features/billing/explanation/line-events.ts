import type { Db } from '../../../platform/database.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { countAfter, cursorOf, placeAfter } from '../../../platform/http/list-cursor.ts'
import { allEventsInRanges, listEventsInRanges } from '../../events/events-in-ranges.ts'
import type { ListedEvent } from '../../events/list-events.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { sumRecorded } from '../../rating/recorded-usage.ts'
import { findLineUsage } from './explain.ts'
import type { LineEventsQuery } from './line-event-fields.ts'

type LineEvents = ReturnType<typeof listAnswer<ListedEvent>> & { nextAfter?: string }

/**
 * Lists the events behind a line of an invoice, latest first: none for a line that bills no usage.
 * The number of events is summed from the rollups.
 */
export async function listLineEvents(
  db: Db,
  { invoice, lineId }: { invoice: Invoice; lineId: string },
  query: LineEventsQuery,
): Promise<LineEvents> {
  const page = pageOf({ page: 1, limit: query.limit })
  const { limit } = page
  const after = placeAfter(query.after, page)
  const usage = await findLineUsage(db, invoice, lineId)
  if (!usage) return listAnswer(page, [], 0)
  const asked = { organizationId: invoice.organizationId, ...usage }
  const place = after && { usageDate: after.at, id: after.id }
  const [{ events, hasMore }, recorded] = await Promise.all([
    listEventsInRanges(db, asked, { place, limit }),
    after ? undefined : sumRecorded(db, asked, usage.ranges),
  ])
  const last = events.at(-1)
  const total = recorded?.eventCount ?? countAfter(events.length, hasMore)
  return {
    ...listAnswer(page, events, total),
    ...(hasMore && last && { nextAfter: cursorOf({ at: last.usageDate, id: last.id }) }),
  }
}

/** Returns all events behind a line in pages, latest first, each converted to a row. */
export async function exportLineEvents<Row>(
  db: Db,
  { invoice, lineId }: { invoice: Invoice; lineId: string },
  toRow: (event: ListedEvent) => Row,
): Promise<AsyncIterable<readonly Row[]>> {
  const usage = await findLineUsage(db, invoice, lineId)
  const asked = usage && { organizationId: invoice.organizationId, ...usage }
  return mapPages(asked ? allEventsInRanges(db, asked) : noEvents(), (page) => page.map(toRow))
}

async function* noEvents(): AsyncGenerator<readonly ListedEvent[]> {}
