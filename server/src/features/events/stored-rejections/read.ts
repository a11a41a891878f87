import type { CustomerScopedId, FoundBy } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { rejectionBodies } from './body.ts'
import type { Rejection } from './fields.ts'
import type { RejectionList, RejectionListQuery } from './list-fields.ts'
import * as queries from './queries.ts'

/** Returns a rejection; undefined if it is absent. */
export async function findRejectionBody(db: Db, key: FoundBy): Promise<Rejection | undefined> {
  const rejection = await queries.findRejection(db, key)
  return rejection && (await rejectionBodies(db, key.organizationId, [rejection]))[0]
}

export async function getRejection(db: Db, key: FoundBy): Promise<Rejection> {
  return (await findRejectionBody(db, key)) ?? notFound('Rejection')
}

/** Lists rejections, the latest first. */
export async function listRejections(
  db: Db,
  organizationId: string,
  query: RejectionListQuery,
): Promise<RejectionList> {
  const page = pageOf(query)
  const { customerId, agentId, signalId, eventId, runId, state } = query
  const filter = { organizationId, customerId, agentId, signalId, eventId, runId, state }
  const { rows, total } = await queries.listRejections(db, filter, page)
  return listAnswer(page, await rejectionBodies(db, organizationId, rows), total)
}

/** Returns the rejections of an event, or the first `limit`, the earliest first. */
export async function rejectionsOf(
  db: Db,
  event: CustomerScopedId,
  limit?: number,
): Promise<Rejection[]> {
  const rejections = await queries.listOfEvent(db, event, limit)
  return rejectionBodies(db, event.organizationId, rejections)
}

export const countRejections = queries.countOfEvent
