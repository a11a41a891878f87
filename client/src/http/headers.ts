import { checkedHeaders, type ExtraHeaders } from '../extra-headers.ts'
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

/**
 * Returns the headers of a request. Those of the call replace those of the client. Throws for one
 * that cannot be sent.
 */
export function headersOf(
  { apiKey, headers }: { apiKey: string; headers: Readonly<Record<string, string>> },
  accept: string,
  { body, idempotencyKey, ifMatch, requestId, headers: ofCall = {} }: Sent,
): Record<string, string> {
  const own = {
    'x-api-key': apiKey,
    accept,
    'user-agent': `piecework-client/${VERSION}`,
    'content-type': body === undefined ? undefined : 'application/json',
  }
  const ofOptions = {
    'idempotency-key': idempotencyKey,
    'if-match': ifMatch === undefined ? undefined : ifMatchOf(ifMatch),
    'x-request-id': requestId,
  }
  return checkedHeaders(own, headers, ofOptions, ofCall)
}
