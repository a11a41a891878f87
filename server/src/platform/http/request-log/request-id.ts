import type { IncomingMessage } from 'node:http'
import { newId } from '../../id.ts'

const ACCEPTED = /^[\x21-\x7e]{1,128}$/

/** The caller's X-Request-Id when it is harmless to log and send back, a new id otherwise. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : newId()
}
