import { type ExtraHeaders, extraHeaders } from '../extra-headers.ts'
import { VERSION } from '../version.ts'

type Sent = {
  body?: unknown
  idempotencyKey?: string | undefined
  ifMatch?: number | undefined
  requestId?: string | undefined
  headers?: ExtraHeaders | undefined
}

/** Returns the condition of a change. A version is a whole number, never `*` or an entity tag. */
function ifMatchOf(version: number): string {
  if (Number.isSafeInteger(version)) return `"${version}"`
  throw new TypeError(`ifMatch must be the version of the object, not ${JSON.stringify(version)}`)
}

/** Returns the headers of a request. Those of the call replace those of the client. */
export function headersOf(
  { apiKey, headers }: { apiKey: string; headers: Readonly<Record<string, string>> },
  accept: string,
  request: Sent,
): Record<string, string> {
  return {
    'x-api-key': apiKey,
    accept,
    'user-agent': `piecework-client/${VERSION}`,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...(request.ifMatch === undefined ? {} : { 'if-match': ifMatchOf(request.ifMatch) }),
    ...(request.requestId === undefined ? {} : { 'x-request-id': request.requestId }),
    ...extraHeaders(request.headers),
  }
}
