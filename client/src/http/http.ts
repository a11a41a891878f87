import { randomUUID } from 'node:crypto'
import type { paths } from '../api.gen.ts'
import { NotFoundError, type PieceworkError, RateLimitError } from '../errors.ts'
import type { FetchAnswer } from '../fetch.ts'
import type { Answer, CsvPath, Input, Method, OperationOf, PathOf } from '../operation-types.ts'
import type { Connection } from '../settings.ts'
import { VERSION } from '../version.ts'
import { backoff, isRetryable } from './backoff.ts'
import { exchange } from './exchange.ts'
import { createList, type List } from './list.ts'
import { type QueryValues, urlOf } from './url.ts'
import { wait } from './wait.ts'

/** Options that every call accepts in addition to its parameters. */
export type RequestOptions = {
  signal?: AbortSignal | undefined
  /** Milliseconds for each attempt. */
  timeout?: number | undefined
  maxRetries?: number | undefined
  /** A request id of your choice; it appears in the logs of the service. */
  requestId?: string | undefined
}

/**
 * Options of a POST. With an `idempotencyKey`, the same call can be repeated safely on another day
 * or by another process.
 */
export type WriteOptions = RequestOptions & { idempotencyKey?: string | undefined }

/** Options of a change of an object that has a version. */
export type ChangeOptions = RequestOptions & {
  /** Change the object only if it still has this `version`; otherwise the call fails with 412. */
  ifMatch?: number | undefined
}

type OptionsOf<Verb extends Method> = {
  get: RequestOptions
  post: WriteOptions
  patch: ChangeOptions
  delete: ChangeOptions
}[Verb]

type Request<Verb extends Method, Path extends keyof paths> = Input<OperationOf<Verb, Path>> &
  OptionsOf<Verb>

/** The operations by method and path, with types from the OpenAPI document. */
export type Http = {
  get<Path extends PathOf<'get'>>(
    path: Path,
    request: Request<'get', Path>,
  ): Promise<Answer<OperationOf<'get', Path>>>
  list<Path extends PathOf<'get'>>(
    path: Path,
    request: Request<'get', Path>,
  ): List<Answer<OperationOf<'get', Path>>>
  /** Returns a binary document, such as a PDF. */
  bytes<Path extends PathOf<'get'>>(path: Path, request: Request<'get', Path>): Promise<Uint8Array>
  /** Returns a text document, such as an email. */
  text<Path extends PathOf<'get'>>(path: Path, request: Request<'get', Path>): Promise<string>
  csv<Path extends CsvPath>(path: Path, request: Request<'get', Path>): Promise<string>
  post<Path extends PathOf<'post'>>(
    path: Path,
    request: Request<'post', Path>,
  ): Promise<Answer<OperationOf<'post', Path>>>
  patch<Path extends PathOf<'patch'>>(
    path: Path,
    request: Request<'patch', Path>,
  ): Promise<Answer<OperationOf<'patch', Path>>>
  delete<Path extends PathOf<'delete'>>(
    path: Path,
    request: Request<'delete', Path>,
  ): Promise<Answer<OperationOf<'delete', Path>>>
}

/** The untyped form of every request, after its types are checked. */
type Call = WriteOptions &
  ChangeOptions & {
    path?: Record<string, unknown>
    query?: QueryValues | undefined
    body?: unknown
  }

type Read<Body> = { accept: string; read: (answer: FetchAnswer) => Promise<Body> }

const AS_JSON: Read<unknown> = { accept: 'application/json', read: json }
const AS_BYTES: Read<Uint8Array> = {
  accept: '*/*',
  read: async (answer) => new Uint8Array(await answer.arrayBuffer()),
}
const asText = (accept: string): Read<string> => ({ accept, read: (answer) => answer.text() })

/**
 * The types above come from the OpenAPI document. Below, a request is a method, a path and values.
 */
export function createHttp(connection: Connection): Http {
  const call = <Body>(method: string, path: string, request: Call, { accept, read }: Read<Body>) =>
    callWithRetries(connection, { method, path, request, accept, read })
  const http = {
    get: (path: string, request: Call) => call('GET', path, request, AS_JSON),
    list: (path: string, request: Call) =>
      createList((query) => call('GET', path, { ...request, query }, AS_JSON), request.query ?? {}),
    bytes: (path: string, request: Call) => call('GET', path, request, AS_BYTES),
    text: (path: string, request: Call) => call('GET', path, request, asText('text/html')),
    csv: (path: string, request: Call) => call('GET', path, request, asText('text/csv')),
    post: (path: string, request: Call) => {
      // All retries share one key, so the service carries out the request once.
      const idempotencyKey = request.idempotencyKey ?? randomUUID()
      return call('POST', path, { ...request, idempotencyKey }, AS_JSON)
    },
    patch: (path: string, request: Call) => call('PATCH', path, request, AS_JSON),
    delete: (path: string, request: Call) => call('DELETE', path, request, AS_JSON),
  }
  return http as unknown as Http
}

type Tried<Body> = Read<Body> & { method: string; path: string; request: Call }

async function callWithRetries<Body>(connection: Connection, tried: Tried<Body>): Promise<Body> {
  const { method, request, path, accept, read } = tried
  const most = request.maxRetries ?? connection.maxRetries
  const sent = {
    fetch: connection.fetch,
    method,
    url: connection.baseUrl + urlOf(path, request.path ?? {}, request.query ?? {}),
    headers: headersOf(connection.apiKey, accept, request),
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    timeout: request.timeout ?? connection.timeout,
    signal: request.signal,
  }
  for (let failures = 1; ; failures++) {
    try {
      return await exchange(sent, read)
    } catch (error) {
      // An earlier attempt deleted it, and its response was lost.
      if (failures > 1 && method === 'DELETE' && error instanceof NotFoundError) {
        return undefined as Body
      }
      if (failures > most || !mayTryAgain(method, error)) throw error
      const { retryDelay } = connection
      const { retryAfter } = error
      await wait(backoff(failures, { retryDelay, retryAfter }), request.signal)
    }
  }
}

/**
 * Returns true if a request may be retried. A PATCH has no idempotency key, so it is retried only
 * if the service rejected it without any effect.
 */
function mayTryAgain(method: string, error: unknown): error is PieceworkError {
  return method === 'PATCH' ? error instanceof RateLimitError : isRetryable(error)
}

export function headersOf(apiKey: string, accept: string, request: Call): Record<string, string> {
  return {
    'x-api-key': apiKey,
    accept,
    'user-agent': `piecework-client/${VERSION}`,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...(request.ifMatch === undefined ? {} : { 'if-match': `"${request.ifMatch}"` }),
    ...(request.requestId === undefined ? {} : { 'x-request-id': request.requestId }),
  }
}

export async function json(answer: FetchAnswer): Promise<unknown> {
  const text = await answer.text()
  // A truncated response fails to parse and is reported as a connection that broke off.
  return text === '' && answer.status === 204 ? undefined : JSON.parse(text)
}
