import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { isApiRoute } from '../../platform/http/api-route.ts'
import type { PersonFinder } from './person-finder.ts'
import type { VisitorFinder } from './visitor-finder.ts'

const HARMLESS = ['GET', 'HEAD', 'OPTIONS']

type OriginDeps = {
  config: { publicUrl: string; portalUrl: string }
  people: PersonFinder
  visitors: VisitorFinder
}

/**
 * Rejects requests that another website makes a browser send with the session cookie of this
 * service. Browsers never send an API key automatically, so requests with a key are accepted from
 * any origin.
 */
export function addOriginCheck(
  app: FastifyInstance,
  { config, people, visitors }: OriginDeps,
): void {
  const { publicUrl, portalUrl } = config
  const ofPeople = { own: ownOrigins(publicUrl), setting: 'PUBLIC_URL', callers: people }
  const ofPortal = { own: ownOrigins(portalUrl), setting: 'PORTAL_URL', callers: visitors }
  app.addHook('onRequest', (request, _reply, done) => {
    refuseForeign(request)
    done()
  })

  function refuseForeign(request: FastifyRequest): void {
    const isPortal = request.routeOptions.config.scope === 'portal'
    if (request.headers['x-api-key'] && !isPortal) return
    if (HARMLESS.includes(request.method) || !isApiRoute(request)) return
    const { own, setting, callers } = isPortal ? ofPortal : ofPeople
    const origin = request.headers.origin
    if (origin !== undefined && own.includes(origin)) return
    if (origin === undefined && callers.cookieIn(request.headers.cookie) === undefined) return
    const from = origin === undefined ? 'none' : `"${origin}"`
    throw new AppError(
      'wrong_origin',
      `The Origin of this request is ${from}, but ${setting} is ${own[0]}; open the service at ` +
        `that address, or set ${setting} to the one you use`,
    )
  }
}

/** Returns the origin of a URL; for a local address, the origins of both its names. */
export function ownOrigins(url: string): string[] {
  const { protocol, hostname, port, origin } = new URL(url)
  const twin = TWINS.get(hostname)
  if (twin === undefined) return [origin]
  return [origin, `${protocol}//${twin}${port === '' ? '' : `:${port}`}`]
}

const TWINS = new Map([
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', 'localhost'],
])
