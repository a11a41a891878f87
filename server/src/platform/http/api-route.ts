import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a request goes to the API. It checks the matched route, because a URL can be
 * written in other ways (`/%761/customers`, an absolute URL) that match the same route.
 */
export function isApiRoute(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/v1/') ?? false
}
