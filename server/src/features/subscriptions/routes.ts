import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { expectedVersionOf } from '../../platform/http/version-headers.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { customerIdOf, withCustomerId, withKnownCustomerId } from '../customers/named-customer.ts'
import { createSubscription } from './create.ts'
import { deleteSubscription } from './delete.ts'
import { updateInvoiceDates } from './invoice-dates.ts'
import { findShownCustomer } from './names-queries.ts'
import { ownPriceRoutes } from './own-prices/routes.ts'
import { InvoiceDatesUpdate, SubscriptionPeriodList } from './periods/schemas.ts'
import { priceChangeRoutes } from './price-changes/routes.ts'
import { getSubscription, listChangelog, listPeriods, listSubscriptions } from './service.ts'
import {
  ChangelogQuery,
  Subscription,
  SubscriptionChangeList,
  SubscriptionList,
  SubscriptionListQuery,
  SubscriptionParams,
  SubscriptionUpdate,
} from './terms/schemas.ts'
import { SubscriptionCreate } from './terms/sent-fields.ts'
import { updateSubscription } from './update.ts'

export type SubscriptionDeps = { db: Db; clock: BusinessClock }

const tags = ['Subscriptions']
const path = '/v1/subscriptions/:subscriptionId'

type Named = FastifyRequest<{ Params: SubscriptionParams }>

const keyOf = (request: Named) => ({
  organizationId: organizationOf(request),
  id: request.params.subscriptionId,
})
const changeOf = (request: Named) => ({
  key: keyOf(request),
  actor: actorOf(request),
  expected: expectedVersionOf(request),
})

/** Returns the function that reads the subscription of a request before it is changed. */
const readerOf = (db: Db, clock: BusinessClock) => (request: FastifyRequest) => {
  const key = pathKeyOf(request)
  return getSubscription(db, key, clock.now(key.organizationId))
}

/**
 * Returns a change with the id of the customer that it names. The external id that the subscription
 * shows names its own customer, also when that one is deleted and another has the id now.
 */
async function withNamedCustomer<Sent extends SubscriptionUpdate>(
  db: Db,
  key: ReturnType<typeof keyOf>,
  sent: Sent,
): Promise<Sent> {
  const { customerId, customerExternalId } = sent
  if (customerId === undefined && customerExternalId !== undefined) {
    const own = await findShownCustomer(db, key, customerExternalId)
    if (own !== undefined) return { ...sent, customerId: own }
  }
  return withKnownCustomerId(db, key.organizationId, sent)
}

export const subscriptionRoutes: FastifyPluginAsyncTypebox<SubscriptionDeps> = async (
  app,
  deps,
) => {
  await app.register(collectionRoutes, deps)
  await app.register(itemRoutes, deps)
  await app.register(historyRoutes, deps)
  await app.register(ownPriceRoutes, deps)
  await app.register(priceChangeRoutes, deps)
}

const collectionRoutes: FastifyPluginAsyncTypebox<SubscriptionDeps> = async (
  app,
  { db, clock },
) => {
  app.post(
    '/v1/subscriptions',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createSubscription',
        summary: 'Create a subscription',
        description:
          'The customer pays for the work of the agent under the plan, starting on startDate. ' +
          '404: the customer, agent or plan does not exist. 422: the agent is not linked to the ' +
          'plan, the plan is not active, or the dates or the cycle contradict each other. 409: ' +
          'overlaps a subscription of the customer on the same plan, or one that prices the ' +
          'same signal of the agent. Usage since a past start belongs to it immediately; ' +
          'periods that ended before it was created are invoiced only on request.',
        body: SubscriptionCreate,
        response: {
          201: Subscription,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const customerId = await customerIdOf(db, organizationId, request.body)
      const body = { ...request.body, customerId }
      const command = { organizationId, actor: actorOf(request), body }
      const moment = clock.moment(organizationId)
      return reply.code(201).send(await createSubscription(db, command, moment))
    },
  )
  app.get(
    '/v1/subscriptions',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listSubscriptions',
        summary: 'List subscriptions',
        description: 'Latest first unless sorted otherwise.',
        querystring: SubscriptionListQuery,
        response: { 200: SubscriptionList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return listSubscriptions(db, asked, clock.now(organizationId))
    },
  )
}

const itemRoutes: FastifyPluginAsyncTypebox<SubscriptionDeps> = async (app, { db, clock }) => {
  const subscriptionBefore = readerOf(db, clock)
  app.get(
    path,
    {
      config: { permission: 'read', versioned: true },
      schema: {
        tags,
        operationId: 'getSubscription',
        summary: 'Read a subscription',
        description: 'Includes its current status, billing period and next invoice date.',
        params: SubscriptionParams,
        response: { 200: Subscription },
      },
    },
    (request) => {
      const key = keyOf(request)
      return getSubscription(db, key, clock.now(key.organizationId))
    },
  )
  app.patch(
    path,
    {
      config: { permission: 'write', versioned: true, before: subscriptionBefore },
      schema: {
        tags,
        operationId: 'updateSubscription',
        summary: 'Change a subscription',
        description:
          'Absent fields are not changed; null clears an optional one. `status: "ended"` ends ' +
          'it now, `status: "active"` starts an upcoming one today. planId, agentId and ' +
          'customerId can change until one of its invoices leaves draft, and drafts are ' +
          'voided; after that they are rejected with 422: change the plan with ' +
          'changeSubscriptionPlan, or end the subscription and create another one. The rules of creation apply again. startDate, timezone, billingCycle, ' +
          'customCycleDays and billingDay recompute the billing periods, including past ones: ' +
          'from startDate or, once invoice dates were moved, from that date. A new startDate ' +
          'discards such moves. 409: the change would affect a period that is already ' +
          'invoiced, beyond a draft; drafts of periods that no longer exist are voided. To ' +
          'change only the future, move the invoice dates, or end this subscription and create ' +
          'another one. An end before that of an invoiced period does not change the invoice.',
        params: SubscriptionParams,
        body: SubscriptionUpdate,
        response: {
          200: Subscription,
          ...errorResponses(409, 412, 422),
        },
      },
    },
    async (request) => {
      const body = await withNamedCustomer(db, keyOf(request), request.body)
      const command = { ...changeOf(request), body }
      return updateSubscription(db, command, clock.moment(command.key.organizationId))
    },
  )
  app.delete(
    path,
    {
      config: { permission: 'delete', versioned: true },
      schema: {
        tags,
        operationId: 'deleteSubscription',
        summary: 'Delete a subscription',
        description:
          'A subscription with an invoice that is not void is ended now and stays readable. ' +
          'Any other subscription is removed, and its usage no longer belongs to a ' +
          'subscription. 409: a change of plan ends it or began it.',
        params: SubscriptionParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409, 412),
        },
      },
    },
    async (request, reply) => {
      const command = changeOf(request)
      await deleteSubscription(db, command, clock.moment(command.key.organizationId))
      return reply.code(204).send(null)
    },
  )
}

const historyRoutes: FastifyPluginAsyncTypebox<SubscriptionDeps> = async (app, { db, clock }) => {
  const subscriptionBefore = readerOf(db, clock)
  app.patch(
    `${path}/invoice-dates`,
    {
      config: { permission: 'write', versioned: true, before: subscriptionBefore },
      schema: {
        tags,
        operationId: 'updateInvoiceDates',
        summary: 'Move future invoice dates',
        description:
          'The current period ends on nextInvoiceDate, and later ones count from it. With ' +
          'billingDay alone, it ends on the next such day; a yearly cycle keeps its month. ' +
          'Past periods are not changed. 409: the current period is already invoiced, beyond a ' +
          'draft.',
        params: SubscriptionParams,
        body: InvoiceDatesUpdate,
        response: {
          200: Subscription,
          ...errorResponses(409, 412, 422),
        },
      },
    },
    (request) => {
      const command = { ...changeOf(request), body: request.body }
      return updateInvoiceDates(db, command, clock.moment(command.key.organizationId))
    },
  )
  app.get(
    `${path}/changelog`,
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listSubscriptionChanges',
        summary: 'Read the history of a subscription',
        description:
          'Changes with their time and author, latest first: fields, statuses, and the plan and ' +
          'its prices while the subscription was on it. Creation is an entry too.',
        params: SubscriptionParams,
        querystring: ChangelogQuery,
        response: { 200: SubscriptionChangeList },
      },
    },
    (request) => listChangelog(db, keyOf(request), request.query),
  )
  app.get(
    `${path}/periods`,
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listSubscriptionPeriods',
        summary: 'Read the billing periods around now',
        description:
          'The last three periods, the current one and the next three, according to the ' +
          'current dates and cycle, each with its invoice.',
        params: SubscriptionParams,
        response: { 200: SubscriptionPeriodList },
      },
    },
    (request) => {
      const key = keyOf(request)
      return listPeriods(db, key, clock.now(key.organizationId))
    },
  )
}
