import type { CustomerScopedId, FoundBy, ScopedId } from '../../domain/scoped-id.ts'
import { dateAt } from '../../domain/time/dates.ts'
import { periodsAround } from '../../domain/time/periods-around.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { pick } from '../../platform/pick.ts'
import { listActorNames } from '../audit-log/actor-names.ts'
import { listChanges } from '../changelog/service.ts'
import * as queries from './list-queries.ts'
import { listNames } from './names-queries.ts'
import { listInvoicedEarly, listInvoicesWithin } from './periods/invoiced-queries.ts'
import { listPastSchedules } from './periods/past-schedules.ts'
import { periodBody } from './periods/period-body.ts'
import type { SubscriptionPeriodList } from './periods/schemas.ts'
import { findEverySubscriptionOf, findSubscription } from './read.ts'
import { toBody } from './terms/body.ts'
import type {
  ChangelogQuery,
  Subscription as SubscriptionBody,
  SubscriptionChangeList,
  SubscriptionList,
  SubscriptionListQuery,
} from './terms/schemas.ts'
import type { Subscription } from './terms/subscription.ts'
import { listUnbilledTime } from './unbilled/unbilled-time.ts'

async function findOrRefuse(db: Db, key: FoundBy): Promise<Subscription> {
  return (await findSubscription(db, key)) ?? notFound('Subscription')
}

export async function getSubscription(db: Db, key: FoundBy, now: Date): Promise<SubscriptionBody> {
  const subscription = await findOrRefuse(db, key)
  const [body] = await toBodies(db, key.organizationId, [subscription], now)
  return body ?? notFound('Subscription')
}

export async function listSubscriptions(
  db: Db,
  { organizationId, query }: { organizationId: string; query: SubscriptionListQuery },
  now: Date,
): Promise<SubscriptionList> {
  const { customerId, agentId, planId, status, sortBy = 'createdAt', sortOrder } = query
  const search = query.search?.trim() || undefined
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, customerId, agentId, planId, status, search, updatedSince }
  const page = pageOf(query)
  const sorted = { ...page, sortBy, sortOrder }
  const { subscriptions, total } = await queries.listSubscriptions(db, filter, sorted, now)
  return listAnswer(page, await toBodies(db, organizationId, subscriptions, now), total)
}

/** A subscription, and the business time at which its status is asked for. */
type AskedSubscription = CustomerScopedId & { at: Date }

/** Returns the subscription as the API does, even if it is deleted; undefined if it is absent. */
export const findSubscriptionBody = batched(
  async (
    db: Db,
    asked: readonly AskedSubscription[],
  ): Promise<(SubscriptionBody | undefined)[]> => {
    const found = await Promise.all(asked.map((key) => findEverySubscriptionOf(db, key)))
    const known = asked.flatMap(({ organizationId, at }, n) => {
      const subscription = found[n]
      return subscription ? [{ organizationId, at, subscription }] : []
    })
    const groups = Map.groupBy(known, (one) => `${one.organizationId} ${one.at.getTime()}`)
    const bodies = new Map<string, SubscriptionBody>()
    for (const [group, ofGroup] of groups) {
      const [{ organizationId, at } = notFound('Subscription')] = ofGroup
      const subscriptions = ofGroup.map(({ subscription }) => subscription)
      for (const body of await toBodies(db, organizationId, subscriptions, at)) {
        bodies.set(`${group} ${body.id}`, body)
      }
    }
    return asked.map(({ organizationId, at, id }) =>
      bodies.get(`${organizationId} ${at.getTime()} ${id}`),
    )
  },
)

async function toBodies(
  db: Db,
  organizationId: string,
  subscriptions: readonly Subscription[],
  now: Date,
): Promise<SubscriptionBody[]> {
  const [names, unbilled, invoiced] = await Promise.all([
    listNames(db, organizationId, subscriptions),
    listUnbilledTime(db, { organizationId, businessNow: now }, subscriptions),
    listInvoicedEarly(db, { organizationId, subscriptions }, now),
  ])
  return subscriptions.map((one) => toBody(one, { names, unbilled, invoiced }, now))
}

export async function listChangelog(
  db: Db,
  key: ScopedId,
  query: ChangelogQuery,
): Promise<SubscriptionChangeList> {
  const { organizationId, customerId, id } = await findOrRefuse(db, key)
  const page = pageOf(query)
  const { rows, total } = await listChanges(db, { organizationId, customerId, id }, page)
  const actors = rows.map(({ actor }) => {
    const [actorKind = '', actorId = ''] = actor.split(':')
    return { actorKind, actorId }
  })
  const names = await listActorNames(db, organizationId, actors)
  return listAnswer(
    page,
    rows.map((entry, index) => ({
      ...entry,
      actorName: names.get(actors[index]?.actorId ?? '')?.name ?? null,
      at: entry.at.toISOString(),
    })),
    total,
  )
}

const PERIODS_SHOWN = 3

/** Lists the last, current and next periods, each with its invoice. */
export async function listPeriods(
  db: Db,
  key: ScopedId,
  now: Date,
): Promise<SubscriptionPeriodList> {
  const subscription = await findOrRefuse(db, key)
  const { organizationId, customerId, id } = subscription
  const past = await listPastSchedules(db, { organizationId, customerId, id })
  const counts = { at: now, before: PERIODS_SHOWN, after: PERIODS_SHOWN }
  const periods = periodsAround(subscription, past, counts)
  const ranges = periods.map(({ start, end }) => ({ start: dateAt(start), end: dateAt(end) }))
  const [first, last] = [ranges.at(0), ranges.at(-1)]
  const invoices =
    first && last
      ? await listInvoicesWithin(db, subscription, { start: first.start, end: last.end })
      : []
  const invoiceOf = (start: Date, end: Date) => {
    const found = invoices.find((one) => one.start <= start && one.end >= end)
    return found ? pick(found, ['id', 'invoiceNumber', 'status']) : null
  }
  return {
    results: periods.map((period) => ({
      ...periodBody(period, subscription.timeZone, now),
      invoice: invoiceOf(dateAt(period.start), dateAt(period.end)),
    })),
  }
}
