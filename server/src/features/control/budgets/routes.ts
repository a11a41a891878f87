import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { pathKeyOf } from '../../audit-log/changed-fields.ts'
import { organizationOf } from '../../auth/principal.ts'
import { Budget } from './fields.ts'
import { BudgetCreate, BudgetList, BudgetListQuery, BudgetParams, BudgetUpdate } from './schemas.ts'
import { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from './service.ts'

export type BudgetRoutesDeps = { db: Db; now: () => Date }

const tags = ['Budgets']
const permission = 'budgets'

export const budgetRoutes: FastifyPluginAsyncTypebox<BudgetRoutesDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<BudgetRoutesDeps> = async (app, { db }) => {
  app.get(
    '/v1/budgets',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listBudgets',
        summary: 'List budgets',
        description: 'Latest first unless sorted otherwise; inactive ones are included.',
        querystring: BudgetListQuery,
        response: { 200: BudgetList, ...errorResponses(400, 401, 403, 429) },
      },
    },
    (request) => listBudgets(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/budgets/:budgetId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getBudget',
        summary: 'Read a budget',
        description: 'Its terms; `getBudgetStatus` has what is used of it.',
        params: BudgetParams,
        response: { 200: Budget, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    (request) =>
      getBudget(db, { organizationId: organizationOf(request), id: request.params.budgetId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<BudgetRoutesDeps> = async (app, { db, now }) => {
  app.post(
    '/v1/budgets',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'createBudget',
        summary: 'Create a budget',
        description:
          'A limit of what work may cost or produce in a period, for every customer or for one. ' +
          'Decisions use it at once. Usage is never refused: `block` refuses the next run.',
        body: BudgetCreate,
        response: { 201: Budget, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 429) },
      },
    },
    async (request, reply) => {
      const creation = { organizationId: organizationOf(request), input: request.body }
      return reply.code(201).send(await createBudget(db, creation, now()))
    },
  )
  app.patch(
    '/v1/budgets/:budgetId',
    {
      config: { permission, before: (request) => getBudget(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateBudget',
        summary: 'Update a budget',
        description: 'Changes the fields that are sent, for the next decision.',
        params: BudgetParams,
        body: BudgetUpdate,
        response: { 200: Budget, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 429) },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.budgetId }
      return updateBudget(db, { key, input: request.body }, now())
    },
  )
  app.delete(
    '/v1/budgets/:budgetId',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'deleteBudget',
        summary: 'Delete a budget',
        description: 'It decides nothing from then on. To keep it, set `isActive` to false.',
        params: BudgetParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.budgetId }
      await deleteBudget(db, key, now())
      return reply.code(204).send(null)
    },
  )
}
