import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { askToReject, type RequestDeps } from '../../events/rejection-requests/ask.ts'
import * as decisions from '../../events/rejection-requests/decide.ts'
import { listOfCustomer } from '../../events/rejection-requests/read.ts'
import type { StoredRequest } from '../../events/rejection-requests/request.ts'
import type { OfCustomer } from '../../invoices/shown/read.ts'
import { requestBodies } from './body.ts'
import type {
  PortalRejectionRequest,
  PortalRejectionRequestList,
  PortalRejectionRequestQuery,
} from './schemas.ts'

type Asking = { customer: OfCustomer; eventId: string; reason: string; quantity?: number }

/** Asks to reject an outcome of the visiting customer. */
export async function createRequest(
  deps: RequestDeps,
  { customer: { organizationId, customerId }, eventId, reason, quantity }: Asking,
  moment: Moment,
): Promise<PortalRejectionRequest> {
  const event = { organizationId, customerId, id: eventId }
  return bodyOf(deps.db, await askToReject(deps, { event, reason, quantity }, moment))
}

/** Lists the requests of the visiting customer, the latest first. */
export async function listRequests(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  { state, ...query }: PortalRejectionRequestQuery,
): Promise<PortalRejectionRequestList> {
  const page = pageOf(query)
  const filter = { organizationId, customerId, state }
  const { rows, total } = await listOfCustomer(db, filter, page)
  return listAnswer(page, await requestBodies(db, rows), total)
}

/** Takes an open request of the visiting customer back. */
export async function withdrawRequest(
  db: Db,
  { customer, requestId }: { customer: OfCustomer; requestId: string },
  moment: Moment,
): Promise<PortalRejectionRequest> {
  const { organizationId, customerId } = customer
  const key = { organizationId, customerId, id: requestId }
  return bodyOf(db, await decisions.withdrawRequest({ db }, key, moment))
}

async function bodyOf(db: Db, request: StoredRequest): Promise<PortalRejectionRequest> {
  const [body] = await requestBodies(db, [request])
  if (!body) throw new Error('A request was stored without a body')
  return body
}
