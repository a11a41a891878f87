import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { exceptBodies } from '../../../platform/http/validation/validation.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import {
  OwnPriceParams,
  OwnPricesParams,
  SubscriptionParams,
  SubscriptionPrice,
  SubscriptionPriceCreate,
  SubscriptionPriceList,
} from './schemas.ts'
import { addOwnPrice, listAllPricesOf, listPricesOf, removeOwnPrice } from './service.ts'

const tags = ['Subscriptions']
const PRICES = '/v1/subscriptions/:subscriptionId/prices/:strategyId'

/** Routes of the prices that one subscription has in place of those of its plan. */
export const ownPriceRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: BusinessClock }> = async (
  app,
  { db, clock },
) => {
  app.get(
    '/v1/subscriptions/:subscriptionId/prices',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listAllSubscriptionPrices',
        summary: "List all of a subscription's own prices",
        description: 'For all strategies of its plan, each with its prices by date.',
        params: SubscriptionParams,
        response: { 200: SubscriptionPriceList },
      },
    },
    (request) => {
      const { subscriptionId: id } = request.params
      return listAllPricesOf(db, { organizationId: organizationOf(request), id })
    },
  )
  app.get(
    PRICES,
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listSubscriptionPrices',
        summary: "List a subscription's own prices",
        description: 'For one strategy of its plan. 422: the strategy is of another plan.',
        params: OwnPricesParams,
        response: { 200: SubscriptionPriceList, ...errorResponses(422) },
      },
    },
    (request) => {
      const { subscriptionId: id, strategyId } = request.params
      return listPricesOf(db, { key: { organizationId: organizationOf(request), id }, strategyId })
    },
  )
  app.post(
    PRICES,
    {
      config: { permission: 'write' },
      validatorCompiler: exceptBodies(app.validatorCompiler),
      schema: {
        tags,
        operationId: 'createSubscriptionPrice',
        summary: 'Give one subscription a price of its own',
        description:
          'Applies to periods that begin on effectiveFrom or later, in place of the price of the plan. ' +
          'Fields that are not sent are those of the plan. A past date reaches only periods that are ' +
          'not invoiced. 409: the subscription has a price of this strategy from that day. 422: the ' +
          'strategy is of another plan.',
        params: OwnPricesParams,
        body: SubscriptionPriceCreate,
        response: { 201: SubscriptionPrice, ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const { subscriptionId: id, strategyId } = request.params
      const key = { organizationId: organizationOf(request), id }
      const command = { key, actor: actorOf(request), strategyId, body: request.body }
      const moment = clock.moment(key.organizationId)
      return reply.code(201).send(await addOwnPrice(db, command, moment))
    },
  )
  app.delete(
    `${PRICES}/:priceId`,
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteSubscriptionPrice',
        summary: 'Delete a price of one subscription',
        description: '409 once a final invoice used it: such a price is history.',
        params: OwnPriceParams,
        response: { 204: Type.Null({ description: 'Done.' }), ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const { subscriptionId: id, strategyId, priceId } = request.params
      const key = { organizationId: organizationOf(request), id }
      const command = { key, actor: actorOf(request), strategyId, priceId }
      await removeOwnPrice(db, command, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
