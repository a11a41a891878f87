import { type TObject, Type } from 'typebox'
import { ERROR_CODES } from '../error-codes.ts'
import { KNOWN_VALUES } from './known-values.ts'

const errorFields = {
  message: Type.Union([Type.String(), Type.Array(Type.String())], {
    description:
      'The problem and how to fix it. With status 400 it may be a list that names each bad field; ' +
      'with any other status it is text.',
  }),
  error: Type.String({ description: 'Name of the HTTP status.' }),
  statusCode: Type.Integer(),
  code: Type.String({
    title: 'ErrorCode',
    description:
      'The problem, for programs: one of the codes in the table of errors; more may be added.',
    [KNOWN_VALUES]: Object.keys(ERROR_CODES),
  }),
  param: Type.Optional(
    Type.String({
      description:
        'The field or parameter that the message, or the first message of the list, is about.',
    }),
  ),
  requestId: Type.String({
    description: 'The X-Request-Id of this request. Quote it when you contact support.',
  }),
}

const MEANINGS = {
  400: 'The request is malformed, or has an unknown parameter; `message` names each bad field.',
  401:
    'The API key is missing, malformed, unknown, revoked or of another environment; or ' +
    'the caller is not signed in.',
  403:
    'The caller is authenticated but not allowed to do this, such as a publishable or ' +
    'record-only key.',
  404:
    'Nothing with this id exists in your organization; or a signed-in person named an ' +
    'organization that they are not in.',
  409:
    'Conflicts with something that exists or depends on it; or the first request with this ' +
    '`Idempotency-Key` is still in progress.',
  412: 'The object has another version than `If-Match` names.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not JSON.',
  422:
    'Well-formed but contradictory; or the `Idempotency-Key` was already used with another ' +
    'request.',
  429: 'Too many requests, or too many reports in progress; wait for `Retry-After` seconds.',
  500: 'An internal error; retry in a few seconds.',
  503: 'Temporarily unavailable; wait for `Retry-After` seconds.',
} as const

export type DocumentedStatus = keyof typeof MEANINGS

/** Response schemas of the errors that a route documents, for its `response`. */
export function errorResponses(...statuses: DocumentedStatus[]): Record<number, TObject> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Object(errorFields, {
        title: 'Error',
        description: 'Body of every error response.',
        'x-response-description': MEANINGS[status],
      }),
    ]),
  )
}
