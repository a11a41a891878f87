import type { FastifyRequest } from 'fastify'

/** Mail scanners and browsers that look ahead open nothing and use nothing up. */
export function isLookAhead({ method, headers }: FastifyRequest): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  return method === 'HEAD' || purposes.some((one) => /prefetch|preview/.test(String(one ?? '')))
}
