import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { pathKeyOf } from '../../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import {
  AttributionRule,
  AttributionRuleApplied,
  AttributionRuleCreate,
  AttributionRuleList,
  AttributionRuleParams,
  AttributionRulePreview,
  AttributionRulePreviewCreate,
  AttributionRuleQuery,
  AttributionRuleUpdate,
} from './schemas.ts'
import {
  applyRule,
  createRule,
  deleteRule,
  getRule,
  listRules,
  previewRule,
  updateRule,
} from './service.ts'

export type RuleDeps = { db: Db; now: () => Date }

const tags = ['Traces']

export const attributionRuleRoutes: FastifyPluginAsyncTypebox<RuleDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
  await app.register(applyRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<RuleDeps> = async (app, { db }) => {
  app.get(
    '/v1/attribution-rules',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listAttributionRules',
        summary: 'List attribution rules',
        description: 'In the order in which they are tried.',
        querystring: AttributionRuleQuery,
        response: { 200: AttributionRuleList },
      },
    },
    (request) => listRules(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/attribution-rules/:ruleId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getAttributionRule',
        summary: 'Read an attribution rule',
        params: AttributionRuleParams,
        response: { 200: AttributionRule },
      },
    },
    (request) =>
      getRule(db, { organizationId: organizationOf(request), id: request.params.ruleId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<RuleDeps> = async (app, { db, now }) => {
  app.post(
    '/v1/attribution-rules',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createAttributionRule',
        summary: 'Create an attribution rule',
        description:
          'Gives later runs a customer, an agent or a signal by an attribute of their spans. What ' +
          'a source declares in `piecework.*` wins over rules; of rules, the first that matches.',
        body: AttributionRuleCreate,
        response: { 201: AttributionRule },
      },
    },
    async (request, reply) => {
      const command = { organizationId: organizationOf(request), input: request.body }
      return reply.code(201).send(await createRule(db, command, now()))
    },
  )
  app.patch(
    '/v1/attribution-rules/:ruleId',
    {
      config: {
        permission: 'write',
        before: (request) => getRule(db, pathKeyOf(request)),
      },
      schema: {
        tags,
        operationId: 'updateAttributionRule',
        summary: 'Update an attribution rule',
        description: 'Runs keep what the rule decided before.',
        params: AttributionRuleParams,
        body: AttributionRuleUpdate,
        response: { 200: AttributionRule },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.ruleId }
      return updateRule(db, { key, input: request.body }, now())
    },
  )
  app.delete(
    '/v1/attribution-rules/:ruleId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteAttributionRule',
        summary: 'Delete an attribution rule',
        description: 'Runs keep what the rule decided before.',
        params: AttributionRuleParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteRule(db, { organizationId: organizationOf(request), id: request.params.ruleId })
      return reply.code(204).send(null)
    },
  )
}

const applyRoutes: FastifyPluginAsyncTypebox<RuleDeps> = async (app, { db }) => {
  app.post(
    '/v1/attribution-rules/preview',
    {
      config: { permission: 'read', idempotencyHeader: false },
      schema: {
        tags,
        operationId: 'previewAttributionRule',
        summary: 'Preview an attribution rule',
        description: 'Compares a rule with the latest hundred runs, and stores nothing.',
        body: AttributionRulePreviewCreate,
        response: { 200: AttributionRulePreview },
      },
    },
    (request) => previewRule(db, organizationOf(request), request.body),
  )
  app.post(
    '/v1/attribution-rules/:ruleId/apply',
    {
      config: { permission: 'correct_usage' },
      schema: {
        tags,
        operationId: 'applyAttributionRule',
        summary: 'Apply an attribution rule to earlier runs',
        description:
          'Assigns the unassigned runs that a rule for customers matches. Their events move as with ' +
          'assignRun. 422: the rule has another target.',
        params: AttributionRuleParams,
        response: {
          200: AttributionRuleApplied,
          ...errorResponses(400, 401, 403, 404, 409, 422, 429),
        },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.ruleId }
      return applyRule(db, key, actorOf(request))
    },
  )
}
