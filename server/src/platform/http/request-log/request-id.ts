import type { IncomingMessage } from 'node:http'
import { newId } from '../../id.ts'

const ACCEPTED = /^[\x21-\x7e]{1,128}$/

/** Returns the caller's X-Request-Id if it is safe to log and return, otherwise a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : newId()
}
