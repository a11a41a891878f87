import type { FoundBy } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Slice } from '../../../platform/list.ts'
import { requestBodies } from './body.ts'
import type { RejectionRequest } from './fields.ts'
import type { RejectionRequestList, RejectionRequestListQuery } from './list-fields.ts'
import * as queries from './queries.ts'
import type { RequestState, StoredRequest } from './request.ts'

/** Returns a request; undefined if it is absent. */
export async function findRequestBody(db: Db, key: FoundBy): Promise<RejectionRequest | undefined> {
  const request = await queries.findRequest(db, key)
  return request && (await requestBodies(db, key.organizationId, [request]))[0]
}

export async function getRequest(db: Db, key: FoundBy): Promise<RejectionRequest> {
  return (await findRequestBody(db, key)) ?? notFound('Rejection request')
}

/** Lists requests, the latest first. */
export async function listRequests(
  db: Db,
  organizationId: string,
  query: RejectionRequestListQuery,
): Promise<RejectionRequestList> {
  const page = pageOf(query)
  const { customerId, agentId, signalId, eventId, state } = query
  const filter = { organizationId, customerId, agentId, signalId, eventId, state }
  const { rows, total } = await queries.listRequests(db, filter, page)
  return listAnswer(page, await requestBodies(db, organizationId, rows), total)
}

type OfCustomer = {
  organizationId: string
  customerId: string
  state: RequestState | undefined
}

/** Lists the requests of a customer as they are stored, the latest first. */
export function listOfCustomer(
  db: Db,
  filter: OfCustomer,
  slice: Slice,
): Promise<{ rows: StoredRequest[]; total: number }> {
  return queries.listRequests(db, filter, slice)
}
