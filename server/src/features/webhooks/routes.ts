import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type AnnouncementRoutesDeps, announcementRoutes } from './announcements/routes.ts'
import { type DeliveryRoutesDeps, deliveryRoutes } from './deliveries/routes.ts'
import { type EndpointRoutesDeps, endpointRoutes } from './endpoints/routes.ts'

export const webhookRoutes: FastifyPluginAsyncTypebox<
  AnnouncementRoutesDeps & EndpointRoutesDeps & DeliveryRoutesDeps
> = async (app, deps) => {
  await app.register(announcementRoutes, deps)
  await app.register(endpointRoutes, deps)
  await app.register(deliveryRoutes, deps)
}
