import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { pageOf } from '../../platform/http/list.ts'
import type { Actor } from '../auth/principal.ts'
import { getCustomer, getCustomerByExternalId } from '../customers/service.ts'
import { toBody, toDetail } from './body.ts'
import { type LinkDeps, makePortalLink } from './make-link.ts'
import { FEATURES } from './portal-session.ts'
import * as queries from './queries.ts'
import { returnUrlOf } from './return-url.ts'
import type {
  NewPortalSession,
  PortalSession,
  PortalSessionCreate,
  PortalSessionDetail,
  PortalSessionQuery,
} from './schemas.ts'

type CreateCommand = { organizationId: string; input: PortalSessionCreate; actor: Actor }

/** Creates a portal link. Only this response contains it; it cannot be read again. */
export async function createPortalSession(
  deps: LinkDeps,
  { organizationId, input, actor }: CreateCommand,
  now: Date,
): Promise<NewPortalSession> {
  const { features = FEATURES } = input
  const returnUrl = returnUrlOf(input.returnUrl)
  const customer = await findNamed(deps.db, organizationId, input)
  const key = { organizationId, customerId: customer.id }
  const made = await makePortalLink(deps, { ...key, returnUrl, features, actor }, now)
  return {
    id: made.id,
    object: 'portal_session',
    url: made.url,
    token: made.token,
    customerId: customer.id,
    customerExternalId: customer.externalId,
    customerName: customer.name,
    customerEmail: customer.email,
    expiresAt: made.expiresAt.toISOString(),
    createdAt: now.toISOString(),
  }
}

/** Finds the customer by id, external id or both. Throws if both are sent and differ. */
async function findNamed(
  db: Db,
  organizationId: string,
  { customerId, customerExternalId }: PortalSessionCreate,
) {
  const [byId, byExternalId] = await Promise.all([
    customerId === undefined ? undefined : getCustomer(db, { organizationId, id: customerId }),
    customerExternalId === undefined
      ? undefined
      : getCustomerByExternalId(db, organizationId, customerExternalId),
  ])
  if (byId && byExternalId && byId.id !== byExternalId.id) {
    throw new AppError('invalid', [
      'customerExternalId belongs to another customer than customerId: send one of them',
    ])
  }
  const customer = byId ?? byExternalId
  if (customer) return customer
  throw new AppError('missing_field', [
    'customerId is missing: send it, or customerExternalId, to identify the customer',
  ])
}

export async function listPortalSessions(
  db: Db,
  organizationId: string,
  query: PortalSessionQuery,
  now: Date,
): Promise<PortalSession[]> {
  const { customerId, includeExpired } = query
  const openAt = includeExpired ? undefined : now
  const filter = { organizationId, customerId, openAt }
  const sessions = await queries.listSessions(db, filter, pageOf(query))
  return sessions.map((session) => toBody(session, now))
}

export async function getPortalSession(
  db: Db,
  key: ScopedId,
  now: Date,
): Promise<PortalSessionDetail> {
  return toDetail((await queries.findSession(db, key)) ?? notFound('Portal session'), now)
}

/** Revokes the link and its visit; every process rejects them from the next request. */
export async function revokePortalSession(db: Db, key: ScopedId, now: Date): Promise<void> {
  const session = (await queries.findSession(db, key)) ?? notFound('Portal session')
  await queries.markRevoked(db, session, now)
}

/** Sessions are kept for 30 days after they expire, for look-up by the operator. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1_000

export async function prunePortalSessions(db: Db, now: Date): Promise<void> {
  await queries.deleteExpired(db, new Date(now.getTime() - KEPT_FOR_MS))
}
