import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { exceptBodies } from '../../../platform/http/validation/validation.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { StrategyPriceBody } from '../strategies/dated-fields.ts'
import { StrategyParams } from '../strategies/schemas.ts'
import { PriceParams, StrategyPriceCreate, StrategyPriceList } from './schemas.ts'
import { addPrice, deletePrice, listPrices } from './service.ts'

const tags = ['Pricing strategies']
const PRICES = '/v1/pricing-plans/:planId/pricing-strategies/:strategyId/prices'

/** Routes of the prices of a strategy by date. */
export const datedPriceRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: BusinessClock }> = async (
  app,
  { db, clock },
) => {
  app.get(
    PRICES,
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags,
        operationId: 'listStrategyPrices',
        summary: 'List the prices of a strategy',
        description: 'The price since always, then those from a day on, also future ones.',
        params: StrategyParams,
        response: { 200: StrategyPriceList },
      },
    },
    (request) => {
      const { planId, strategyId } = request.params
      return listPrices(db, { organizationId: organizationOf(request), planId, id: strategyId })
    },
  )
  app.post(
    PRICES,
    {
      config: { permission: 'write' },
      validatorCompiler: exceptBodies(app.validatorCompiler),
      schema: {
        tags,
        operationId: 'createStrategyPrice',
        summary: 'Add a price from a day on',
        description:
          'The day on which a billing period begins chooses its price, so no period has two. Fields ' +
          'that are not sent are those of the price in force on effectiveFrom. A past date reaches ' +
          'only periods that are not invoiced. 409: the strategy has a price from that day for the ' +
          'same audience.',
        params: StrategyParams,
        body: StrategyPriceCreate,
        response: { 201: StrategyPriceBody, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { planId, strategyId } = request.params
      const key = { organizationId: organizationOf(request), id: planId }
      const command = { key, actor: actorOf(request), strategyId, body: request.body }
      return reply.code(201).send(await addPrice(db, command, clock.moment(key.organizationId)))
    },
  )
  app.delete(
    `${PRICES}/:priceId`,
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteStrategyPrice',
        summary: 'Delete a future price',
        description: '409 once it has begun: such a price is history.',
        params: PriceParams,
        response: { 204: Type.Null({ description: 'Done.' }), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { planId, strategyId, priceId } = request.params
      const key = { organizationId: organizationOf(request), id: planId }
      const command = { key, actor: actorOf(request), strategyId, priceId }
      await deletePrice(db, command, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
