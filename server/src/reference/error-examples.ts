import type { ErrorExamples } from '../platform/http/openapi/errors.ts'

/** An example of the body of each error, by status. */
export const ERROR_EXAMPLES: ErrorExamples = {
  400: {
    code: 'unknown_parameter',
    message: ['pages is not a parameter of this request: did you mean page?'],
    param: 'pages',
  },
  401: {
    code: 'unauthenticated',
    message: 'Send your API key in the header x-api-key, or sign in',
  },
  403: {
    code: 'forbidden',
    message:
      'This key may only record usage (/v1/usage/record, /v1/otlp, /v1/ingest) and ask before runs ' +
      '(/v1/guard); use a secret key without that limit',
  },
  404: { code: 'not_found', message: 'Customer not found' },
  409: {
    code: 'external_id_taken',
    message: 'externalId acme belongs to another customer',
    param: 'externalId',
  },
  412: {
    code: 'precondition_failed',
    message:
      'The object has version 4: read the object again, and send If-Match with its version in quotes',
    param: 'If-Match',
  },
  413: {
    code: 'body_too_large',
    message: 'The body is larger than 1 MiB; send it in smaller requests',
  },
  415: {
    code: 'unsupported_media_type',
    message: 'Send JSON with the header content-type: application/json',
  },
  422: {
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used for a different request; use a new key',
  },
  429: { code: 'rate_limited', message: 'This key may make 100 requests per second; slow down' },
  500: {
    code: 'internal',
    message: 'Something went wrong on our side; retry in a few seconds',
  },
  503: {
    code: 'unavailable',
    message: 'The service cannot reach its database; retry in a moment',
  },
}
