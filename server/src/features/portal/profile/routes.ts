import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf, visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalProfileUpdate } from '../../customers/profile-fields.ts'
import { PortalProfile } from './schemas.ts'
import { getProfile, type ProfileDeps, updateProfile } from './service.ts'

const tags = ['Portal']
const config = { scope: 'portal', idempotencyHeader: false } as const

/** Routes with which customers read and change their own data. */
export const portalProfileRoutes: FastifyPluginAsyncTypebox<
  ProfileDeps & { clock: BusinessClock }
> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/portal/profile',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalProfile',
        summary: "Read a customer's profile",
        response: { 200: PortalProfile },
      },
    },
    (request) => getProfile(db, visitorOf(request)),
  )
  app.patch(
    '/v1/portal/profile',
    {
      config: { ...config, before: (request) => getProfile(deps.db, visitorOf(request)) },
      schema: {
        tags,
        operationId: 'updatePortalProfile',
        summary: "Change a customer's profile",
        description:
          'Changes the fields that are sent; null clears an optional one, except for the last ' +
          'email address. Issued invoices are not changed. A replaced email address is ' +
          'notified. The audit log names the customer.',
        body: PortalProfileUpdate,
        response: { 200: PortalProfile },
      },
    },
    (request) => {
      const visitor = visitorOf(request)
      const command = { visitor, input: request.body, actor: actorOf(request) }
      return updateProfile(deps, command, clock.moment(visitor.organizationId))
    },
  )
}
