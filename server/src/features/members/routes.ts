import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { memberOf } from '../auth/principal.ts'
import { findMember } from './queries.ts'
import { Member, MemberList, MemberListQuery, MemberParams, MemberUpdate } from './schemas.ts'
import { changeRole, leave, listMembers, removeMember } from './service.ts'

export type MemberDeps = { db: Db; now: () => Date }

const tags = ['Members']
const config = { scope: 'user', permission: 'people' } as const
const done = { 204: Type.Null({ description: 'Done.' }) }

export const memberRoutes: FastifyPluginAsyncTypebox<MemberDeps> = async (app, deps) => {
  await app.register(leavingRoutes, deps)
  const { db, now } = deps
  app.get(
    '/v1/members',
    {
      config,
      schema: {
        tags,
        operationId: 'listMembers',
        summary: 'List members',
        description: 'The people in the organization with their roles, latest first.',
        querystring: MemberListQuery,
        response: { 200: MemberList },
      },
    },
    (request) => listMembers(db, memberOf(request), request.query),
  )
  app.patch(
    '/v1/members/:memberId',
    {
      config: { ...config, before: (request) => findMember(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateMember',
        summary: "Change a member's role",
        description:
          'Effective from their next request. Only owners can add or remove owners, and at ' +
          'least one must remain (409).',
        params: MemberParams,
        body: MemberUpdate,
        response: { 200: Member, ...errorResponses(409) },
      },
    },
    (request) => {
      const change = { id: request.params.memberId, role: request.body.role }
      return changeRole(db, memberOf(request), change, now())
    },
  )
}

const leavingRoutes: FastifyPluginAsyncTypebox<MemberDeps> = async (app, { db }) => {
  app.delete(
    '/v1/members/:memberId',
    {
      config,
      schema: {
        tags,
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          'Effective from their next request. Pending invitations that they sent are ' +
          'withdrawn. The last owner cannot be removed (409).',
        params: MemberParams,
        response: { ...done, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      await removeMember(db, memberOf(request), request.params.memberId)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/members/leave',
    {
      config: { ...config, permission: 'read', idempotencyHeader: false },
      schema: {
        tags,
        operationId: 'leaveOrganization',
        summary: 'Leave the organization',
        description: 'The last owner cannot leave (409).',
        response: { ...done, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      await leave(db, memberOf(request))
      return reply.code(204).send(null)
    },
  )
}
