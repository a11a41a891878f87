import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'

export const FORM_LIMIT_BYTES = 16_384

/** A form of another site could only pay somebody's bill, but it has no business here. */
export function refuseOtherSites(
  { config }: { config: { publicUrl: string } },
  request: FastifyRequest,
): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  const from = URL.parse(origin)?.host
  if (from === host || from === URL.parse(config.publicUrl)?.host) return
  throw new AppError('forbidden', 'The form was sent from another site')
}
