import type { ScopedId } from '../../../domain/scoped-id.ts'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { parseEnd } from '../../../platform/dates/date-range.ts'
import { parseSince } from '../../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { countedMaxOf, listAnswer, pageOf } from '../../../platform/http/list.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { bodyText, toBody as toAnnouncementBody } from '../announcements/announcement.ts'
import { appendAnnouncements, WEBHOOK_DELIVERIES } from '../announcements/append.ts'
import { findAnnouncement } from '../announcements/queries.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { findEndpoint, findStoredEndpoint } from '../endpoints/queries.ts'
import type { AnnouncementBody } from '../types/types.ts'
import { toBody, toDetail } from './body.ts'
import type { Delivery, DeliveryKey } from './delivery.ts'
import * as queries from './queries.ts'
import type {
  DeliveriesOfAnnouncement,
  Delivery as DeliveryBody,
  DeliveryDetail,
  DeliveryList,
  DeliveryListQuery,
  Replay,
  ReplayResult,
} from './schemas.ts'

const ATTEMPTS_SHOWN = 100
/** Keeps a replay to one short transaction. */
const REPLAYED_AT_ONCE = 100_000

/** Lists the deliveries to an endpoint, the latest announcement first unless sorted otherwise. */
export async function listDeliveries(
  db: Db,
  { organizationId, id: endpointId }: ScopedId,
  query: DeliveryListQuery,
): Promise<DeliveryList> {
  await getEndpointOf(db, { organizationId, id: endpointId })
  const { status, type: types, sortOrder } = query
  const page = pageOf(query)
  const filter = { organizationId, endpointId, status, types }
  const { rows, total } = await queries.listDeliveries(db, filter, {
    ...page,
    sortOrder,
    countedMax: countedMaxOf(query),
  })
  return listAnswer(page, await toBodies(db, rows), total)
}

/** Returns a delivery with its request and its attempts. */
export async function getDelivery(db: Db, key: DeliveryKey): Promise<DeliveryDetail> {
  const { organizationId, endpointId, announcementId } = key
  const delivery = (await queries.findDelivery(db, key)) ?? notFound('Delivery')
  const [announcement, endpoint, attempts] = await Promise.all([
    findAnnouncement(db, { organizationId, id: announcementId }),
    findStoredEndpoint(db, { organizationId, id: endpointId }),
    queries.listAttempts(db, key, ATTEMPTS_SHOWN),
  ])
  if (!announcement || !endpoint) return notFound('Delivery')
  const body = bodyText(announcement, delivery.includesCosts)
  return toDetail(delivery, { request: { url: endpoint.url, body }, attempts })
}

export async function listDeliveriesOf(db: Db, key: ScopedId): Promise<DeliveriesOfAnnouncement> {
  if (!(await findAnnouncement(db, key))) notFound('Announcement')
  return { results: await toBodies(db, await queries.listDeliveriesOf(db, key)) }
}

async function toBodies(db: Db, deliveries: readonly Delivery[]): Promise<DeliveryBody[]> {
  const keyOf = ({ announcementId, endpointId }: Omit<DeliveryKey, 'organizationId'>) =>
    `${announcementId} ${endpointId}`
  const attempts = await queries.listLastAttempts(db, deliveries)
  const byKey = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]))
  return deliveries.map((delivery) => toBody(delivery, byKey.get(keyOf(delivery))))
}

/** Sends an announcement again: to one endpoint, or to all that have a delivery of it. */
export function resend(
  db: Db,
  { key, endpointId }: { key: ScopedId; endpointId: string | undefined },
  now: Date,
): Promise<ReplayResult> {
  const { organizationId, id: announcementId } = key
  return db.transaction().execute(async (tx) => {
    if (!(await findAnnouncement(tx, key))) notFound('Announcement')
    if (endpointId !== undefined) await getEnabled(tx, { organizationId, id: endpointId })
    const endpointIds =
      endpointId === undefined
        ? (await queries.listDeliveriesOf(tx, key)).map((delivery) => delivery.endpointId)
        : [endpointId]
    let deliveries = 0
    for (const id of endpointIds) {
      const repetition = { organizationId, endpointId: id, announcementId, repeats: 'all' as const }
      deliveries += await queries.repeatDeliveries(tx, repetition, now)
    }
    await announceChange(tx, WEBHOOK_DELIVERIES)
    return { deliveries }
  })
}

/** Sends everything again that was announced in a range of time. */
export function replay(
  db: Db,
  { key, input }: { key: ScopedId; input: Replay },
  now: Date,
): Promise<ReplayResult> {
  const { organizationId, id: endpointId } = key
  const repeats = input.onlyFailed ? 'failed' : 'ended'
  const from = parseSince('from', input.from)
  const end = parseEnd('to', input.to)
  const until = end === undefined ? undefined : new Date(end)
  if (from !== undefined && until !== undefined && until <= from) {
    const message = `to ${input.to} is before from ${input.from}; swap them`
    throw new AppError('dates_reversed', message, { param: 'to' })
  }
  return db.transaction().execute(async (tx) => {
    await getEnabled(tx, key)
    const repetition = { organizationId, endpointId, from, until, repeats } as const
    const count = await queries.countRepeated(tx, repetition)
    if (count > REPLAYED_AT_ONCE) {
      throw new AppError(
        'inconsistent',
        `The range has ${count} announcements: replay at most ${REPLAYED_AT_ONCE} at a time, ` +
          'with a later from or an earlier to',
      )
    }
    const deliveries = await queries.repeatDeliveries(tx, repetition, now)
    await announceChange(tx, WEBHOOK_DELIVERIES)
    return { deliveries }
  })
}

/** Sends a test announcement to one endpoint. */
export function testEndpoint(
  db: Db,
  key: ScopedId,
  { now, businessNow }: Moment,
): Promise<AnnouncementBody> {
  const { organizationId, id: endpointId } = key
  return db.transaction().execute(async (tx) => {
    await getEnabled(tx, key)
    const announcement = {
      id: newId(),
      organizationId,
      customerId: null,
      customerExternalId: null,
      type: 'webhook.test' as const,
      objectId: endpointId,
      version: 1,
      data: JSON.stringify({ endpointId, version: 1 }),
      happenedAt: businessNow,
    }
    await appendAnnouncements(tx, [announcement], now)
    return toAnnouncementBody(announcement, false)
  })
}

async function getEndpointOf(db: Db, key: ScopedId): Promise<Endpoint> {
  return (await findEndpoint(db, key)) ?? notFound('Webhook endpoint')
}

async function getEnabled(tx: Tx, key: ScopedId): Promise<Endpoint> {
  const endpoint = await getEndpointOf(tx, key)
  if (endpoint.status === 'enabled') return endpoint
  throw new AppError(
    'inactive',
    `The endpoint is disabled; send status: enabled to PATCH /v1/webhook-endpoints/${key.id} first`,
  )
}
