import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { organizationOf } from '../auth/principal.ts'
import { getSettings, updateSettings } from './settings.ts'
import { Organization, OrganizationUpdate } from './settings-schemas.ts'

export type OrganizationDeps = { db: Db; now: () => Date }

const tags = ['Organization']

export const organizationRoutes: FastifyPluginAsyncTypebox<OrganizationDeps> = async (
  app,
  { db, now },
) => {
  app.get(
    '/v1/organization',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getOrganization',
        summary: "Read your organization's settings",
        description: 'The organization that the key belongs to.',
        response: { 200: Organization },
      },
    },
    (request) => getSettings(db, organizationOf(request)),
  )
  app.patch(
    '/v1/organization',
    {
      config: {
        permission: 'settings',
        before: (request) => getSettings(db, organizationOf(request)),
      },
      schema: {
        tags,
        operationId: 'updateOrganization',
        summary: "Change your organization's settings",
        description: 'Changes the fields that are sent; null clears an optional one.',
        body: OrganizationUpdate,
        response: { 200: Organization },
      },
    },
    (request) => {
      const command = { organizationId: organizationOf(request), input: request.body }
      return updateSettings(db, command, now())
    },
  )
}
