import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'

export const FORM_LIMIT_BYTES = 16_384

/**
 * Throws `forbidden` for a form sent from another site. Such a form could pay an invoice or sign
 * the browser in to another account. `ownUrl` is the URL of the pages with the form.
 */
export function refuseOtherSites(ownUrl: string, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  const from = URL.parse(origin)?.host
  if (from === host || from === URL.parse(ownUrl)?.host) return
  throw new AppError('forbidden', 'The form was sent from another site')
}
