import type { ScopedId } from '../../../domain/scoped-id.ts'
import { lockRows } from '../../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { parseSince } from '../../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { newId } from '../../../platform/id.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import { toBody } from './body.ts'
import { ENDPOINTS_MAX, type Endpoint } from './endpoint.ts'
import * as queries from './queries.ts'
import type {
  Endpoint as EndpointBody,
  EndpointCreate,
  EndpointList,
  EndpointListQuery,
  EndpointUpdate,
  NewEndpoint,
  SecretRotation,
} from './schemas.ts'
import { newSecret, previousAfterRotation } from './secrets.ts'
import { refuseUrl, type UrlRules } from './url.ts'

const HOUR_MS = 3_600_000
const OVERLAP_HOURS = 24

export type EndpointDeps = { db: Db; sealer: Sealer; urlRules: UrlRules }

/** Creates an endpoint. Announcements from now on are sent to it. */
export function createEndpoint(
  { db, sealer, urlRules }: EndpointDeps,
  { organizationId, input }: { organizationId: string; input: EndpointCreate },
  now: Date,
): Promise<NewEndpoint> {
  refuseUrl(input.url, urlRules)
  const secret = newSecret()
  const endpoint: Endpoint = {
    id: newId(),
    organizationId,
    url: input.url,
    description: input.description ?? null,
    types: input.types ?? null,
    includesCosts: input.includeCosts ?? false,
    status: 'enabled',
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    lastSuccessAt: null,
    previousSecrets: [],
    createdAt: now,
    updatedAt: now,
  }
  return db.transaction().execute(async (tx) => {
    const locked = { table: 'webhook_endpoints', organizationId, ids: [organizationId] }
    await lockRows(tx, locked, 'update')
    if ((await queries.countEndpoints(tx, organizationId)) >= ENDPOINTS_MAX) {
      throw new AppError(
        'conflict',
        `There are ${ENDPOINTS_MAX} endpoints already; delete one first`,
      )
    }
    await queries.insertEndpoint(tx, { ...endpoint, secret: sealer.seal(secret) })
    return { ...toBody(endpoint, 0), secret }
  })
}

export async function getEndpoint(db: Db, key: ScopedId): Promise<EndpointBody> {
  return withWaiting(db, (await queries.findEndpoint(db, key)) ?? notFound('Webhook endpoint'))
}

export async function listEndpoints(
  db: Db,
  organizationId: string,
  query: EndpointListQuery,
): Promise<EndpointList> {
  const page = pageOf(query)
  const { status, sortBy, sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, status, updatedSince }
  const { rows, total } = await queries.listEndpoints(db, filter, { ...page, sortBy, sortOrder })
  const endpointIds = rows.map(({ id }) => id)
  const waiting = await queries.countWaiting(db, { organizationId, endpointIds })
  const bodies = rows.map((endpoint) => toBody(endpoint, waiting.get(endpoint.id) ?? 0))
  return listAnswer(page, bodies, total)
}

/**
 * Changes an endpoint. Nothing is sent to a disabled one; a job ends the deliveries that wait.
 * Enabling it, or another URL, starts a new count of its failures. What ended is not sent again.
 */
export function updateEndpoint(
  { db, urlRules }: EndpointDeps,
  { key, input }: { key: ScopedId; input: EndpointUpdate },
  now: Date,
): Promise<EndpointBody> {
  return db.transaction().execute(async (tx) => {
    const before = await lockOrRefuse(tx, key)
    if (input.url !== undefined) refuseUrl(input.url, urlRules)
    const { url = before.url, status = before.status, includeCosts = before.includesCosts } = input
    const { description = before.description, types = before.types } = input
    const endpoint: Endpoint = {
      ...before,
      ...(url === before.url ? {} : { failingSince: null }),
      ...(status === before.status ? {} : statusChange(status, now)),
      ...{ url, description, types, includesCosts: includeCosts, updatedAt: now },
    }
    await queries.updateEndpoint(tx, endpoint)
    return withWaiting(tx, endpoint)
  })
}

function statusChange(status: Endpoint['status'], now: Date) {
  return status === 'enabled'
    ? { status, disabledReason: null, disabledAt: null, failingSince: null }
    : { status, disabledReason: 'request' as const, disabledAt: now }
}

/** Replaces the secret. Without an overlap no earlier one signs any more. */
export function rotateSecret(
  { db, sealer }: EndpointDeps,
  { key, input }: { key: ScopedId; input: SecretRotation | null },
  now: Date,
): Promise<NewEndpoint> {
  const { overlapHours = OVERLAP_HOURS } = input ?? {}
  const secret = newSecret()
  return db.transaction().execute(async (tx) => {
    const before = await lockOrRefuse(tx, key)
    const until = overlapHours > 0 ? new Date(now.getTime() + overlapHours * HOUR_MS) : null
    const endpoint = {
      ...before,
      secret: sealer.seal(secret),
      previousSecrets: previousAfterRotation(before, { until, now }),
      updatedAt: now,
    }
    await queries.updateEndpoint(tx, endpoint)
    return { ...(await withWaiting(tx, endpoint)), secret }
  })
}

/** Deletes an endpoint. Its deliveries stay readable by announcement. */
export async function deleteEndpoint(db: Db, key: ScopedId, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrRefuse(tx, key)
    await queries.markEndpointDeleted(tx, key, now)
  })
}

async function lockOrRefuse(tx: Tx, key: ScopedId) {
  return (await queries.lockEndpoint(tx, key)) ?? notFound('Webhook endpoint')
}

async function withWaiting(db: Db, endpoint: Endpoint): Promise<EndpointBody> {
  const { organizationId, id } = endpoint
  const waiting = await queries.countWaiting(db, { organizationId, endpointIds: [id] })
  return toBody(endpoint, waiting.get(id) ?? 0)
}
