import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { uuid } from '../../platform/http/fields.ts'
import { organizationOf } from '../auth/principal.ts'
import { getOrganization } from './service.ts'

const VerifiedOrganization = Type.Object(
  { id: uuid(), name: Type.String() },
  { title: 'VerifiedOrganization' },
)

const Verification = Type.Object(
  {
    organization: VerifiedOrganization,
    verified: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Verification', description: 'The organization that the key belongs to.' },
)

export const verifyRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/verify',
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags: ['Verification'],
        operationId: 'verify',
        summary: 'Check an API key',
        description: 'Returns the organization that the key belongs to.',
        response: { 200: Verification },
      },
    },
    async (request) => {
      const { id, name, createdAt, updatedAt } = await getOrganization(db, organizationOf(request))
      return {
        organization: { id, name },
        verified: true,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }
    },
  )
}
