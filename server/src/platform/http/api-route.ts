import type { FastifyRequest } from 'fastify'

/**
 * Whether a request goes to the API. The route that was found says so: an address can be written in
 * other ways (`/%761/customers`, a whole URL) and finds the same route.
 */
export function isApiRoute(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/v1/') ?? false
}
