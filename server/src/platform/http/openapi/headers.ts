import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyContextConfig } from 'fastify'

export type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>
type Header = { description: string; schema: object }
export type Responses = Record<string, { headers?: Record<string, { $ref: string }> }>

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** What answers carry besides their bodies; the document has each once. */
export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'The id of the request in the logs: yours if you sent one, for support.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: count,
  },
  'X-RateLimit-Limit': { description: 'Requests that the key may make a second.', schema: count },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: count },
  'X-RateLimit-Reset': {
    description: 'Seconds until all of them may be made again.',
    schema: count,
  },
  'Idempotency-Replayed': {
    description: 'true: the first answer to this Idempotency-Key, given again; nothing was done.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const REQUEST_ID = {
  type: 'string',
  maxLength: 128,
  description:
    'Your id of the request, of visible ASCII characters; the answer and the logs carry it.',
}
const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Makes a retry safe: the first answer to this key is kept for 24 hours and given again. The ' +
    'same key with another request is a 422.',
}

/** What the document says of who may call a route, besides its schema. */
export type DescribeCallers = (config: FastifyContextConfig) => object

/** Adds to a route the headers that requests may carry; only the document reads them. */
export const withRequestHeaders =
  (describeCallers: DescribeCallers): Transform =>
  ({ schema, url, route }) => {
    const takesKey =
      [route.method].flat().includes('POST') && route.config?.idempotencyHeader !== false
    const properties = {
      ...(takesKey ? { 'Idempotency-Key': IDEMPOTENCY_KEY } : {}),
      'X-Request-Id': REQUEST_ID,
    }
    const callers = describeCallers(route.config ?? {})
    return { schema: { ...schema, ...callers, headers: { type: 'object', properties } }, url }
  }

/** Adds the headers of their answers to the responses of an operation. */
export function addResponseHeaders(
  responses: Responses,
  { isLimited, takesKey }: { isLimited: boolean; takesKey: boolean },
): void {
  for (const [status, response] of Object.entries(responses)) {
    const names = [
      'X-Request-Id',
      ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
      ...(isLimited && status !== '401'
        ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
        : []),
      ...(takesKey && status.startsWith('2') ? ['Idempotency-Replayed'] : []),
    ]
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    )
  }
}
