import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { expectedVersionOf } from '../../platform/http/version-headers.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { copyPlan } from './copy-plan.ts'
import { includedSignalRoutes } from './included-routes.ts'
import { linkAgent, unlinkAgent } from './plan-agents.ts'
import { datedPriceRoutes } from './prices/routes.ts'
import {
  AgentLink,
  PlanAgentParams,
  PlanListQuery,
  PlanParams,
  PricingPlan,
  PricingPlanCopy,
  PricingPlanCreate,
  PricingPlanList,
  PricingPlanUpdate,
} from './schemas.ts'
import { createPlan, deletePlan, getPlan, listPlans, updatePlan } from './service.ts'
import { strategyRoutes } from './strategies/routes.ts'
import { planSummaryRoutes } from './summaries/routes.ts'

export type PricingPlanDeps = { db: Db; clock: BusinessClock; now: () => Date }

const tags = ['Pricing plans']
const NoContent = Type.Null({ description: 'Done.' })

/** Routes of plans, their links to agents and their strategies. */
export const pricingPlanRoutes: FastifyPluginAsyncTypebox<PricingPlanDeps> = async (app, deps) => {
  await app.register(planReadRoutes, deps)
  await app.register(planSummaryRoutes, deps)
  await app.register(planWriteRoutes, deps)
  await app.register(planLifeRoutes, deps)
  await app.register(planAgentRoutes, deps)
  await app.register(includedSignalRoutes, deps)
  await app.register(strategyRoutes, deps)
  await app.register(datedPriceRoutes, deps)
}

const planReadRoutes: FastifyPluginAsyncTypebox<PricingPlanDeps> = async (app, { db }) => {
  app.get(
    '/v1/pricing-plans',
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags,
        operationId: 'listPricingPlans',
        summary: 'List pricing plans',
        description: 'Latest first unless sorted otherwise. A publishable key may read them.',
        querystring: PlanListQuery,
        response: { 200: PricingPlanList },
      },
    },
    (request) => listPlans(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/pricing-plans/:planId',
    {
      config: { permission: 'read', scope: 'publishable', versioned: true },
      schema: {
        tags,
        operationId: 'getPricingPlan',
        summary: 'Read a pricing plan',
        description: 'Its prices are its pricing strategies, which are read separately.',
        params: PlanParams,
        response: { 200: PricingPlan },
      },
    },
    (request) =>
      getPlan(db, { organizationId: organizationOf(request), id: request.params.planId }),
  )
}

const planWriteRoutes: FastifyPluginAsyncTypebox<PricingPlanDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.post(
    '/v1/pricing-plans',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createPricingPlan',
        summary: 'Create a pricing plan',
        description: 'Creates a plan without prices: create its pricing strategies next.',
        body: PricingPlanCreate,
        response: { 201: PricingPlan },
      },
    },
    async (request, reply) => {
      const input = { organizationId: organizationOf(request), body: request.body }
      return reply.code(201).send(await createPlan(db, input, clock.moment(input.organizationId)))
    },
  )
  app.patch(
    '/v1/pricing-plans/:planId',
    {
      config: {
        permission: 'write',
        versioned: true,
        before: (request) => getPlan(db, pathKeyOf(request)),
      },
      schema: {
        tags,
        operationId: 'updatePricingPlan',
        summary: 'Change a pricing plan',
        description:
          'Recorded in the changelog of subscriptions that have not ended. Agents are linked ' +
          'and unlinked by separate operations, and the currency of a plan never changes.',
        params: PlanParams,
        body: PricingPlanUpdate,
        response: {
          200: PricingPlan,
          ...errorResponses(412, 422),
        },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.planId }
      const expected = expectedVersionOf(request)
      const command = { key, actor: actorOf(request), body: request.body, expected }
      return updatePlan(db, command, clock.moment(key.organizationId))
    },
  )
}

const planLifeRoutes: FastifyPluginAsyncTypebox<PricingPlanDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.post(
    '/v1/pricing-plans/:planId/copy',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'copyPricingPlan',
        summary: 'Copy a pricing plan',
        description: 'Creates a plan with the same agents and copies of the pricing strategies.',
        params: PlanParams,
        body: PricingPlanCopy,
        response: { 201: PricingPlan },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.planId }
      const moment = clock.moment(key.organizationId)
      const copy = await copyPlan(db, { key, name: request.body?.name }, moment)
      return reply.code(201).send(copy)
    },
  )
  app.delete(
    '/v1/pricing-plans/:planId',
    {
      config: { permission: 'delete', versioned: true },
      schema: {
        tags,
        operationId: 'deletePricingPlan',
        summary: 'Delete a pricing plan',
        description: 'Rejected with 409 while a subscription that has not ended uses it.',
        params: PlanParams,
        response: { 204: NoContent, ...errorResponses(409, 412) },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.planId }
      const command = { key, expected: expectedVersionOf(request) }
      await deletePlan(db, command, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}

const planAgentRoutes: FastifyPluginAsyncTypebox<PricingPlanDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.post(
    '/v1/pricing-plans/:planId/agents',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'linkAgent',
        summary: 'Link a plan to an agent',
        description: 'Returns the plan. 409 when it is already linked.',
        params: PlanParams,
        body: AgentLink,
        response: { 201: PricingPlan },
      },
    },
    async (request, reply) => {
      const { planId } = request.params
      const key = { organizationId: organizationOf(request), planId, ...request.body }
      return reply.code(201).send(await linkAgent(db, key, clock.moment(key.organizationId)))
    },
  )
  app.delete(
    '/v1/pricing-plans/:planId/agents/:agentId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'unlinkAgent',
        summary: 'Unlink a plan from an agent',
        description:
          'Rejected with 400 while a subscription that has not ended uses the plan with this ' +
          'agent, and with 409 while a pricing strategy of the plan prices a signal of the ' +
          'agent.',
        params: PlanAgentParams,
        response: { 204: NoContent, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), ...request.params }
      await unlinkAgent(db, key, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
