import type { FastifyRequest } from 'fastify'

/**
 * Returns true for requests of mail scanners and prefetching browsers, which must have no effect.
 */
export function isPrefetch({ method, headers }: FastifyRequest): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  return method === 'HEAD' || purposes.some((one) => /prefetch|preview/.test(String(one ?? '')))
}
