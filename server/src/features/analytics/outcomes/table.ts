import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import { allEvents } from '../../events/all-events.ts'
import type { ListedEvent } from '../../events/list-events.ts'
import { parseWindow } from '../../usage-figures/window.ts'
import { outcomesOf } from './outcomes.ts'
import { Outcome, type OutcomeQuery } from './schemas.ts'

export const OUTCOMES_TABLE = csvTable('outcomes', Outcome)

const CUSTOMERS_AT_ONCE = 500

/**
 * Exports cost and realized revenue of each event in a window, by customer. The events of one
 * customer are computed together.
 */
export function outcomesTable(
  db: Db,
  { organizationId, query }: { organizationId: string; query: OutcomeQuery },
  now: Date,
): CsvFile {
  const { customerId, agentId, signalId } = query
  const window = parseWindow(query, now)
  const all = { runId: undefined, eventProcessed: undefined }
  const ofCustomer = (id: string) => {
    const filter = { organizationId, customerId: id, agentId, signalId, ...all }
    return allEvents(db, filter, window)
  }
  const customers = customerId
    ? [[customerId]]
    : customerPages(db, organizationId, CUSTOMERS_AT_ONCE)
  const events = ofEach(customers, ofCustomer)
  return csvFile(
    OUTCOMES_TABLE,
    mapPages(events, (page) => outcomesOf(db, organizationId, page)),
  )
}

async function* ofEach(
  customers: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  eventsOf: (id: string) => AsyncIterable<readonly ListedEvent[]>,
) {
  for await (const ids of customers) for (const id of ids) yield* eventsOf(id)
}
