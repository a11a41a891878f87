import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { pathKeyOf } from '../../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { getCostRate, listCostRates, withdrawCostRate } from './cost-rates.ts'
import { type CreateCostRateDeps, createCostRate } from './create-cost-rate.ts'
import { CostRate } from './fields.ts'
import { getRateInForce } from './rate-in-force.ts'
import {
  CostRateCreate,
  CostRateList,
  CostRateListQuery,
  CostRateParams,
  CreatedCostRate,
  RateInForce,
  RateInForceQuery,
} from './schemas.ts'

export type CostRateDeps = CreateCostRateDeps & { clock: BusinessClock }

const tags = ['Cost rates']

export const costRateRoutes: FastifyPluginAsyncTypebox<CostRateDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<CostRateDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/cost-rates',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listCostRates',
        summary: 'List your own cost rates',
        description: 'The latest first. Withdrawn ones are included on request.',
        querystring: CostRateListQuery,
        response: { 200: CostRateList },
      },
    },
    (request) => listCostRates(deps, organizationOf(request), request.query),
  )
  app.get(
    '/v1/cost-rates/in-force',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getRateInForce',
        summary: 'Read what prices a model on a date',
        description:
          'The rates that usage of a model on this date would be costed with, and whether they are ' +
          'your own or those of the catalog. Usage that is recorded already keeps its rates.',
        querystring: RateInForceQuery,
        response: { 200: RateInForce },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return getRateInForce(deps, asked, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/cost-rates/:costRateId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getCostRate',
        summary: 'Read an own cost rate',
        description: 'Also after it was withdrawn, because events name the rate that priced them.',
        params: CostRateParams,
        response: { 200: CostRate },
      },
    },
    (request) => getCostRate(db, pathKeyOf(request)),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<CostRateDeps> = async (app, deps) => {
  const { clock } = deps
  app.post(
    '/v1/cost-rates',
    {
      config: { permission: 'cost_rates', before: async () => ({ isFree: false }) },
      schema: {
        tags,
        operationId: 'createCostRate',
        summary: 'Set an own cost rate',
        description:
          "A percentage off the catalog's rates of a model or of all models of a provider, or rates " +
          'for a model, also for one that the catalog does not have. Costs the events that wait for ' +
          'it; events that have a cost keep it. A rate cannot be changed: set another one, which ' +
          'replaces it from its own `effectiveFrom` on.',
        body: CostRateCreate,
        response: {
          201: CreatedCostRate,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const command = { organizationId, input: request.body, actor: actorOf(request) }
      const created = await createCostRate(deps, command, clock.moment(organizationId))
      return reply.code(201).send(created)
    },
  )
  app.delete(
    '/v1/cost-rates/:costRateId',
    {
      config: { permission: 'cost_rates' },
      schema: {
        tags,
        operationId: 'withdrawCostRate',
        summary: 'Withdraw an own cost rate',
        description:
          'It prices no further usage: the rate that it replaced applies again, or that of the ' +
          'catalog. Events that it priced keep their costs. 409: it belongs to a cost allocation, ' +
          'which can be ended.',
        params: CostRateParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      const key = pathKeyOf(request)
      await withdrawCostRate(deps, key, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
