import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyContextConfig } from 'fastify'

export type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>
type Header = { description: string; schema: object }
export type Responses = Record<string, { headers?: Record<string, { $ref: string }> }>

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** Response headers, each described once in the document. */
export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description:
      'ID of the request in the logs: yours if you sent one. Quote it when you contact support.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying the request.',
    schema: count,
  },
  'X-RateLimit-Limit': {
    description: 'Number of requests that the key may make per second.',
    schema: count,
  },
  'X-RateLimit-Remaining': { description: 'Number of requests remaining.', schema: count },
  'X-RateLimit-Reset': {
    description: 'Seconds until the full limit is available again.',
    schema: count,
  },
  ETag: {
    description:
      '`version` of the object in double quotes. Sent as `If-Match` with a change, it ensures that ' +
      'the change applies to this state.',
    schema: text,
  },
  'Idempotency-Replayed': {
    description:
      'true: the first response to this Idempotency-Key, replayed. The request was not ' +
      'executed again.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const REQUEST_ID = {
  type: 'string',
  maxLength: 128,
  description:
    'Your own id for the request, of visible ASCII characters; returned in the response ' +
    'and written to the logs.',
}
const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Makes retries safe: the first response to this key is kept for 24 hours and ' +
    'replayed. The same key with another request is rejected with 422.',
}

const IF_MATCH = {
  type: 'string',
  description:
    'Version that the object must have, in double quotes, such as "3"; otherwise nothing changes ' +
    'and the answer is 412. `*`: any version.',
}

/** Describes who may call a route, in addition to its schema. */
export type DescribeCallers = (config: FastifyContextConfig) => object

/** Methods that can expect a version. */
const CHANGES = new Set(['PATCH', 'DELETE'])

/** Adds the request headers to a route's schema, for the document only. */
export const withRequestHeaders =
  (describeCallers: DescribeCallers): Transform =>
  ({ schema, url, route }) => {
    const takesKey =
      [route.method].flat().includes('POST') && route.config?.idempotencyHeader !== false
    const isChange = [route.method].flat().some((method) => CHANGES.has(method))
    const properties = {
      ...(isChange && route.config?.versioned ? { 'If-Match': IF_MATCH } : {}),
      ...(takesKey ? { 'Idempotency-Key': IDEMPOTENCY_KEY } : {}),
      'X-Request-Id': REQUEST_ID,
    }
    const isNeeded = takesKey && route.config?.idempotencyKey === 'required'
    const required = isNeeded ? { required: ['Idempotency-Key'] } : {}
    const callers = describeCallers(route.config ?? {})
    const headers = { type: 'object', properties, ...required }
    return { schema: { ...schema, ...callers, headers }, url }
  }

/** Traits of an operation that add headers to its answers. */
type AnswerTraits = { isLimited: boolean; takesKey: boolean; hasVersion: boolean }

/** Adds the response headers to the responses of an operation. */
export function addResponseHeaders(
  responses: Responses,
  { isLimited, takesKey, hasVersion }: AnswerTraits,
): void {
  for (const [status, response] of Object.entries(responses)) {
    const names = [
      'X-Request-Id',
      ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
      ...(isLimited && status !== '401'
        ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
        : []),
      ...(hasVersion && status === '200' ? ['ETag'] : []),
      ...(takesKey && status.startsWith('2') ? ['Idempotency-Replayed'] : []),
    ]
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    )
  }
}
