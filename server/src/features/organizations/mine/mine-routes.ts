import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf, personOf } from '../../auth/principal.ts'
import { getOrganization } from '../service.ts'
import { listMyOrganizations } from './mine.ts'
import { MyOrganizationList, NamedOrganization, SlugUpdate } from './mine-schemas.ts'
import { renameSlug } from './rename-slug.ts'

const tags = ['Organization']

export const myOrganizationRoutes: FastifyPluginAsyncTypebox<{ db: Db; now: () => Date }> = async (
  app,
  { db, now },
) => {
  app.get(
    '/v1/organizations',
    {
      config: { scope: 'person' },
      schema: {
        tags,
        operationId: 'listMyOrganizations',
        summary: 'List your organizations',
        description: 'The organizations that the signed-in person is a member of.',
        response: { 200: MyOrganizationList },
      },
    },
    (request) => listMyOrganizations(db, personOf(request).memberships),
  )
  app.patch(
    '/v1/organization/slug',
    {
      config: {
        scope: 'user',
        permission: 'rename_slug',
        before: (request) => getOrganization(db, organizationOf(request)),
      },
      schema: {
        tags,
        operationId: 'renameOrganizationSlug',
        summary: "Change your organization's address",
        description:
          'The slug of the organization in the URLs of its pages. Links with the old slug stop ' +
          'working, and another organization may take it.',
        body: SlugUpdate,
        response: {
          200: NamedOrganization,
          ...errorResponses(409),
        },
      },
    },
    (request) => {
      const command = { organizationId: organizationOf(request), slug: request.body.slug }
      return renameSlug(db, command, now())
    },
  )
}
