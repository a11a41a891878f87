import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import type { StatusDeps } from '../../control/status/status.ts'
import {
  PortalBudget,
  PortalBudgetCreate,
  PortalBudgetList,
  PortalBudgetParams,
  PortalBudgetUpdate,
} from './schemas.ts'
import { createBudget, deleteBudget, listBudgets, updateBudget } from './service.ts'

const tags = ['Portal']
const config = { scope: 'portal', idempotencyHeader: false } as const

/** Budgets that customers set for themselves: they tighten those of the operator, and lift none. */
export const portalBudgetRoutes: FastifyPluginAsyncTypebox<{
  guardService: StatusDeps
  clock: BusinessClock
}> = async (app, { guardService, clock }) => {
  app.get(
    '/v1/portal/budgets',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalBudgets',
        summary: "List a customer's own budgets",
        response: { 200: PortalBudgetList },
      },
    },
    (request) => {
      const visitor = visitorOf(request)
      return listBudgets(guardService, visitor, clock.moment(visitor.organizationId))
    },
  )
  app.post(
    '/v1/portal/budgets',
    {
      config,
      schema: {
        tags,
        operationId: 'createPortalBudget',
        summary: 'Set a budget of a customer',
        description:
          'A run must fit it in addition to the budgets of the operator, so it can only tighten ' +
          'them. A customer has at most 10: 409.',
        body: PortalBudgetCreate,
        response: { 201: PortalBudget, ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const customer = visitorOf(request)
      const moment = clock.moment(customer.organizationId)
      const command = { customer, input: request.body }
      return reply.code(201).send(await createBudget(guardService, command, moment))
    },
  )
  app.patch(
    '/v1/portal/budgets/:budgetId',
    {
      config,
      schema: {
        tags,
        operationId: 'updatePortalBudget',
        summary: "Change a customer's own budget",
        params: PortalBudgetParams,
        body: PortalBudgetUpdate,
        response: { 200: PortalBudget, ...errorResponses(404) },
      },
    },
    (request) => {
      const customer = visitorOf(request)
      const id = request.params.budgetId.toLowerCase()
      const moment = clock.moment(customer.organizationId)
      return updateBudget(guardService, { customer, id, input: request.body }, moment)
    },
  )
  app.delete(
    '/v1/portal/budgets/:budgetId',
    {
      config,
      schema: {
        tags,
        operationId: 'deletePortalBudget',
        summary: "Delete a customer's own budget",
        params: PortalBudgetParams,
        response: { 204: Type.Null({ description: 'Done.' }), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const customer = visitorOf(request)
      const id = request.params.budgetId.toLowerCase()
      const { now } = clock.moment(customer.organizationId)
      await deleteBudget(guardService, { customer, id }, now)
      return reply.code(204).send(null)
    },
  )
}
