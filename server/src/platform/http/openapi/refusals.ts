import type { FastifyContextConfig } from 'fastify'
import { type DocumentedStatus, errorResponses } from '../error-body.ts'
import type { Transform } from './headers.ts'

/** Returns the statuses with which the callers of a route are refused, before it runs. */
export type RefusalsOfCallers = (
  config: FastifyContextConfig,
  method: string,
) => readonly DocumentedStatus[]

/**
 * Documents the statuses that any operation of its kind can answer. A route lists only its other
 * statuses.
 */
export const withRefusals =
  (refusalsOfCallers: RefusalsOfCallers) =>
  (transform: Transform): Transform =>
  (described) => {
    const { schema, url } = transform(described)
    if (!url.startsWith('/v1/')) return { schema, url }
    const { config = {}, method } = described.route
    const statuses = [method].flat().flatMap((one) => {
      return [...refusalsOfCallers(config, one), ...refusalsOf(config, one)]
    })
    const response = Object.assign(errorResponses(...statuses), schema.response)
    return { schema: { ...schema, response }, url }
  }

/**
 * - 400: an unknown parameter, or a malformed value
 * - 409, 422: the Idempotency-Key belongs to a request in progress, or to another request
 * - 413, 415: the body is too large, or is not JSON
 * - 429, 500, 503: too many requests, or a fault of the service
 */
function refusalsOf(
  { idempotencyHeader = true }: FastifyContextConfig,
  method: string,
): DocumentedStatus[] {
  const statuses: DocumentedStatus[] = [400, 429, 500, 503]
  if (method === 'POST' && idempotencyHeader) statuses.push(409, 422)
  if (['POST', 'PATCH', 'PUT'].includes(method)) statuses.push(413, 415)
  return statuses
}
