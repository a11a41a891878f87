import { type TObject, Type } from 'typebox'

const errorFields = {
  message: Type.Union([Type.String(), Type.Array(Type.String())], {
    description:
      'The problem and how to fix it. For a malformed request, a list that names each bad field.',
  }),
  error: Type.String({ description: 'Name of the HTTP status.' }),
  statusCode: Type.Integer(),
  code: Type.String({
    description: 'The problem, for programs: one of the codes in the table of errors.',
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
  400: 'The request is malformed; `message` names each bad field.',
  401:
    'The API key is missing, malformed, unknown, revoked or of another environment; or ' +
    'the caller is not signed in.',
  403: 'The caller is authenticated but not allowed to do this.',
  404: 'Nothing with this id exists in your organization.',
  409: 'Conflicts with something that exists or depends on it.',
  412: 'The object has another version than `If-Match` names.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not JSON.',
  422: 'Well-formed but contradictory.',
  429: 'Too many requests, or too many reports in progress; wait for `Retry-After` seconds.',
  503: 'Temporarily unavailable; wait for `Retry-After` seconds.',
} as const

type DocumentedStatus = keyof typeof MEANINGS

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
