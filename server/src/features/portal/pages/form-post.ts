import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'

export const FORM_LIMIT_BYTES = 16_384

/**
 * Refuses a form that a page of another site sent: it could pay a bill, or sign the browser in to another
 * account. `ownUrl` is the address of the pages that have the form.
 */
export function refuseOtherSites(ownUrl: string, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  const from = URL.parse(origin)?.host
  if (from === host || from === URL.parse(ownUrl)?.host) return
  throw new AppError('forbidden', 'The form was sent from another site')
}
