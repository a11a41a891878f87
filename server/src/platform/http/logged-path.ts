import type { FastifyRequest } from 'fastify'

const KEY = /pw_[sp]k_(?:test|live)_[\w-]+/g

/**
 * The path of a request as logs may keep it: without the query, which can carry anything, and
 * without a key that somebody put into the address by mistake.
 */
export function loggedPath(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? ''
  return path.includes('pw_') ? path.replace(KEY, '[key]') : path
}
