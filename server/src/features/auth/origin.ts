import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { isApiRoute } from '../../platform/http/api-route.ts'
import type { PersonFinder } from './person-finder.ts'
import type { VisitorFinder } from './visitor-finder.ts'

const HARMLESS = ['GET', 'HEAD', 'OPTIONS']

type OriginDeps = { publicUrl: string; people: PersonFinder; visitors: VisitorFinder }

/**
 * Refuses what another website lets a browser send in the name of whoever is signed in here. A key is
 * never sent by a browser by itself, so whoever brings one may come from anywhere.
 */
export function addOriginCheck(
  app: FastifyInstance,
  { publicUrl, people, visitors }: OriginDeps,
): void {
  const own = ownOrigins(publicUrl)
  app.addHook('onRequest', (request, _reply, done) => {
    refuseForeign(request)
    done()
  })

  function refuseForeign(request: FastifyRequest): void {
    const isPortal = request.routeOptions.config.scope === 'portal'
    if (request.headers['x-api-key'] && !isPortal) return
    if (HARMLESS.includes(request.method) || !isApiRoute(request)) return
    const origin = request.headers.origin
    if (origin !== undefined && own.includes(origin)) return
    if (origin === undefined && !hasCookie(request, isPortal ? visitors : people)) return
    const from = origin === undefined ? 'none' : `"${origin}"`
    throw new AppError(
      'wrong_origin',
      `This service is at ${own[0]} (its setting PUBLIC_URL), and the page that sent this names as its ` +
        `Origin ${from}; open the service at that address, or set PUBLIC_URL to the one you use`,
    )
  }
}

const hasCookie = (request: FastifyRequest, finder: Pick<PersonFinder, 'cookieIn'>) =>
  finder.cookieIn(request.headers.cookie) !== undefined

/** The origin of PUBLIC_URL, and on a machine of one's own both names of that. */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  const twin = TWINS.get(hostname)
  if (twin === undefined) return [origin]
  return [origin, `${protocol}//${twin}${port === '' ? '' : `:${port}`}`]
}

const TWINS = new Map([
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', 'localhost'],
])
