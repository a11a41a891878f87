import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { countAfter, cursorOf, placeAfter } from '../../../platform/http/list-cursor.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { withCustomerId } from '../../customers/named-customer.ts'
import { toBody } from './body.ts'
import * as queries from './queries.ts'
import { COUNTED_MAX, type DecisionListQuery, type PastDecisionList } from './schemas.ts'

/** Lists the decisions of the last 30 days that blocked a run or warned, the latest first. */
export async function listDecisions(
  db: Db,
  organizationId: string,
  query: DecisionListQuery,
): Promise<PastDecisionList> {
  const page = pageOf(query)
  const after = placeAfter(query.after, page)
  const named = await withCustomerId(db, organizationId, query)
  const { customerId, decision, budgetId, runId } = named
  const filter = { organizationId, customerId, decision, budgetId, runId }
  const [found, total] = await Promise.all([
    queries.listDecisions(db, filter, { ...page, limit: page.limit + 1, after }),
    after ? undefined : queries.countDecisions(db, filter, COUNTED_MAX),
  ])
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  const hasMore = found.length > rows.length
  const results = (await withExternalIds(db, organizationId, rows)).map(toBody)
  return {
    ...listAnswer(page, results, total ?? countAfter(rows.length, hasMore)),
    ...(hasMore && last && { nextAfter: cursorOf({ at: last.createdAt, id: last.id }) }),
  }
}
