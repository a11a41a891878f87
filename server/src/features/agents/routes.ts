import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { organizationOf } from '../auth/principal.ts'
import {
  Agent,
  AgentCreate,
  AgentList,
  AgentListQuery,
  AgentParams,
  AgentUpdate,
} from './schemas.ts'
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from './service.ts'

export type AgentDeps = { db: Db; now: () => Date }

const tags = ['Agents']

export const agentRoutes: FastifyPluginAsyncTypebox<AgentDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<AgentDeps> = async (app, { db }) => {
  app.get(
    '/v1/agents',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listAgents',
        summary: 'List agents',
        description:
          'Latest first unless sorted otherwise. Retired agents are included, with `isActive` ' +
          'false; deleted ones are not.',
        querystring: AgentListQuery,
        response: { 200: AgentList },
      },
    },
    (request) => listAgents(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/agents/:agentId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getAgent',
        summary: 'Read an agent',
        description: 'Includes retired agents; 404 once it is deleted.',
        params: AgentParams,
        response: { 200: Agent },
      },
    },
    (request) =>
      getAgent(db, { organizationId: organizationOf(request), id: request.params.agentId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<AgentDeps> = async (app, { db, now }) => {
  app.post(
    '/v1/agents',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createAgent',
        summary: 'Create an agent',
        description:
          'Agents named by usage records are created automatically, with their code as the name.',
        body: AgentCreate,
        response: { 201: Agent },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const agent = await createAgent(db, { organizationId, input: request.body }, now())
      return reply.code(201).send(agent)
    },
  )
  app.patch(
    '/v1/agents/:agentId',
    {
      config: { permission: 'write', before: (request) => getAgent(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateAgent',
        summary: 'Update an agent',
        description:
          'Changes the fields that are sent. After a change of the code, usage recorded under ' +
          'the old one creates another agent.',
        params: AgentParams,
        body: AgentUpdate,
        response: { 200: Agent, ...errorResponses(409) },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.agentId }
      return updateAgent(db, { key, input: request.body }, now())
    },
  )
  app.delete(
    '/v1/agents/:agentId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteAgent',
        summary: 'Delete an agent',
        description:
          'Rejected while the agent has signals or is linked to a pricing plan. Usage is kept; ' +
          'the code can be used again. To keep the agent and its signals, set `isActive` to ' +
          'false.',
        params: AgentParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.agentId }
      await deleteAgent(db, key, now())
      return reply.code(204).send(null)
    },
  )
}
