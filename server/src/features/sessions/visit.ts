import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from './cookie.ts'
import type { Visit } from './service.ts'

const USER_AGENT_LENGTH_MAX = 500

export function visitOf(request: FastifyRequest, cookie: SessionCookie): Visit {
  return {
    caller: {
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MAX),
    },
    cookie: cookie.find(request.headers.cookie),
  }
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
}
