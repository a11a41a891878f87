import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { exceptBodies } from '../../../platform/http/validation/validation.ts'
import { expectedVersionOf } from '../../../platform/http/version-headers.ts'
import { pathIdsOf, pathKeyOf } from '../../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PlanParams } from '../schemas.ts'
import {
  CreateStrategies,
  PricingStrategy,
  PricingStrategyBulkResult,
  PricingStrategyList,
  SaveStrategies,
  StrategyListQuery,
  StrategyParams,
  UpdateStrategy,
} from './schemas.ts'
import {
  createStrategies,
  deleteStrategy,
  getStrategy,
  listSentStrategies,
  listStrategies,
  saveStrategies,
  updateStrategy,
} from './service.ts'

type StrategyDeps = { db: Db; clock: BusinessClock }

const tags = ['Pricing strategies']
const STRATEGIES = '/v1/pricing-plans/:planId/pricing-strategies'
const STRATEGY = `${STRATEGIES}/:strategyId`
const COMBINATIONS =
  'usage takes signalId and pricingModel, with rate for flat, rate and packageSize for package, and ' +
  'tiers for graduated, volume and credit_pool. recurring, seat_based and onetime take rate alone. A plan prices a signal once. ' +
  'Prices apply to every period that is not invoiced yet. '

/** Returns the key of the strategy in the path of a request. */
function strategyKeyOf(request: FastifyRequest) {
  const [planId = '', id = ''] = pathIdsOf(request)
  return { organizationId: organizationOf(request), planId, id }
}

export const strategyRoutes: FastifyPluginAsyncTypebox<StrategyDeps> = async (app, deps) => {
  await app.register(strategyReadRoutes, deps)
  await app.register(manyStrategiesRoutes, deps)
  await app.register(oneStrategyRoutes, deps)
}

const strategyReadRoutes: FastifyPluginAsyncTypebox<StrategyDeps> = async (app, { db }) => {
  app.get(
    STRATEGIES,
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags,
        operationId: 'listPricingStrategies',
        summary: "List a plan's pricing strategies",
        description: 'Latest first unless sorted otherwise. A publishable key may read them.',
        params: PlanParams,
        querystring: StrategyListQuery,
        response: { 200: PricingStrategyList },
      },
    },
    (request) => {
      const plan = { organizationId: organizationOf(request), id: request.params.planId }
      return listStrategies(db, plan, request.query)
    },
  )
  app.get(
    STRATEGY,
    {
      config: { permission: 'read', scope: 'publishable', versioned: true },
      schema: {
        tags,
        operationId: 'getPricingStrategy',
        summary: 'Read a pricing strategy',
        description: '404 also when it belongs to another plan.',
        params: StrategyParams,
        response: { 200: PricingStrategy },
      },
    },
    (request) => {
      const { planId, strategyId } = request.params
      return getStrategy(db, { organizationId: organizationOf(request), planId, id: strategyId })
    },
  )
}

const manyStrategiesRoutes: FastifyPluginAsyncTypebox<StrategyDeps> = async (
  app,
  { db, clock },
) => {
  // Bodies are validated by `parseStrategy`: valid combinations depend on the charge type, and a
  // schema would reject them without a reason.
  const validatorCompiler = exceptBodies(app.validatorCompiler)
  app.post(
    STRATEGIES,
    {
      config: { permission: 'write' },
      validatorCompiler,
      schema: {
        tags,
        operationId: 'createPricingStrategies',
        summary: 'Create pricing strategies',
        description: `Creates 1 to 100, all or none. ${COMBINATIONS}`,
        params: PlanParams,
        body: CreateStrategies,
        response: { 201: PricingStrategyBulkResult },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.planId }
      const command = { key, actor: actorOf(request), body: request.body }
      return reply
        .code(201)
        .send(await createStrategies(db, command, clock.moment(key.organizationId)))
    },
  )
  app.patch(
    STRATEGIES,
    {
      config: {
        permission: 'write',
        before: (request) => listSentStrategies(db, pathKeyOf(request), request.body),
      },
      validatorCompiler,
      schema: {
        tags,
        operationId: 'savePricingStrategies',
        summary: 'Change and create pricing strategies',
        description:
          'Strategies with an id are changed as by updatePricingStrategy, all others are created; ' +
          `1 to 100, all or none. ${COMBINATIONS}`,
        params: PlanParams,
        body: SaveStrategies,
        response: { 200: PricingStrategyBulkResult, ...errorResponses(409, 422) },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.planId }
      const command = { key, actor: actorOf(request), body: request.body }
      return saveStrategies(db, command, clock.moment(key.organizationId))
    },
  )
}

const oneStrategyRoutes: FastifyPluginAsyncTypebox<StrategyDeps> = async (app, { db, clock }) => {
  const validatorCompiler = exceptBodies(app.validatorCompiler)
  app.patch(
    STRATEGY,
    {
      config: {
        permission: 'write',
        versioned: true,
        before: (request) => getStrategy(db, strategyKeyOf(request)),
      },
      validatorCompiler,
      schema: {
        tags,
        operationId: 'updatePricingStrategy',
        summary: 'Change a pricing strategy',
        description:
          'Fields that are not sent keep their values, and the result is validated as a whole. ' +
          `When the kind of price changes, such as from a rate per unit to a monthly fee, send the new price with it. ${COMBINATIONS}`,
        params: StrategyParams,
        body: UpdateStrategy,
        response: { 200: PricingStrategy, ...errorResponses(409, 412, 422) },
      },
    },
    (request) => {
      const { planId, strategyId } = request.params
      const key = { organizationId: organizationOf(request), id: planId }
      const expected = expectedVersionOf(request)
      const command = { key, actor: actorOf(request), strategyId, body: request.body, expected }
      return updateStrategy(db, command, clock.moment(key.organizationId))
    },
  )
  app.delete(
    STRATEGY,
    {
      config: { permission: 'delete', versioned: true },
      schema: {
        tags,
        operationId: 'deletePricingStrategy',
        summary: 'Delete a pricing strategy',
        description: 'Bills nothing from now on, including periods that are not invoiced yet.',
        params: StrategyParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(412),
        },
      },
    },
    async (request, reply) => {
      const { planId, strategyId } = request.params
      const key = { organizationId: organizationOf(request), id: planId }
      const expected = expectedVersionOf(request)
      const command = { key, actor: actorOf(request), strategyId, expected }
      await deleteStrategy(db, command, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
