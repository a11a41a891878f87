import type { paths } from '../api.gen.ts'
import { type PieceworkError, RateLimitError } from '../errors.ts'
import type { ExtraHeaders } from '../extra-headers.ts'
import type { FetchAnswer } from '../fetch.ts'
import type { Answer, CsvPath, Input, Method, OperationOf, PathOf } from '../operation-types.ts'
import type { Connection } from '../settings.ts'
import { type ApiAnswer, type ApiPromise, apiPromise } from './api-promise.ts'
import { logRetry } from './attempt-log.ts'
import { backoff, isRetryable } from './backoff.ts'
import { exchange, json } from './exchange.ts'
import { headersOf } from './headers.ts'
import { createList, type List } from './list.ts'
import { filledPath, type QueryValues, searchOf } from './url.ts'
import { wait } from './wait.ts'

/** Options that every call accepts in addition to its parameters. */
export type RequestOptions = {
  signal?: AbortSignal | undefined
  /** Milliseconds for each attempt. */
  timeout?: number | undefined
  maxRetries?: number | undefined
  /** A request id of your choice; it appears in the logs of the service. */
  requestId?: string | undefined
  /** Headers of this request, in addition to those of the client or instead of them. */
  headers?: ExtraHeaders | undefined
}

/**
 * Options of a POST. With an `idempotencyKey`, the same call can be repeated safely on another day
 * or by another process.
 */
export type WriteOptions = RequestOptions & { idempotencyKey?: string | undefined }

/** A request for an operation that has no method in this client. */
export type ApiRequest = WriteOptions &
  ChangeOptions & {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    /** For example `/v1/customers`. Encode the ids in it with `encodeURIComponent`. */
    path: string
    query?: QueryValues | undefined
    /** Sent as JSON. */
    body?: unknown
    /** How the answer is read; as JSON by default. */
    as?: 'json' | 'text' | 'bytes' | undefined
  }

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
  ): ApiPromise<Answer<OperationOf<'get', Path>>>
  list<Path extends PathOf<'get'>>(
    path: Path,
    request: Request<'get', Path>,
  ): List<Answer<OperationOf<'get', Path>>>
  /** Returns a binary document, such as a PDF. */
  bytes<Path extends PathOf<'get'>>(
    path: Path,
    request: Request<'get', Path>,
  ): ApiPromise<Uint8Array>
  /** Returns a text document, such as an email. */
  text<Path extends PathOf<'get'>>(path: Path, request: Request<'get', Path>): ApiPromise<string>
  csv<Path extends CsvPath>(path: Path, request: Request<'get', Path>): ApiPromise<string>
  post<Path extends PathOf<'post'>>(
    path: Path,
    request: Request<'post', Path>,
  ): ApiPromise<Answer<OperationOf<'post', Path>>>
  patch<Path extends PathOf<'patch'>>(
    path: Path,
    request: Request<'patch', Path>,
  ): ApiPromise<Answer<OperationOf<'patch', Path>>>
  delete<Path extends PathOf<'delete'>>(
    path: Path,
    request: Request<'delete', Path>,
  ): ApiPromise<Answer<OperationOf<'delete', Path>>>
  /** Sends any request. */
  request<Data>(request: ApiRequest): ApiPromise<Data>
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
const READS = { json: AS_JSON, text: asText('*/*'), bytes: AS_BYTES }

/**
 * The types above come from the OpenAPI document. Below, a request is a method, a path and values.
 */
export function createHttp(connection: Connection): Http {
  const call = <Body>(method: string, path: string, request: Call, { accept, read }: Read<Body>) =>
    apiPromise(callWithRetries(connection, { method, path, request, accept, read }))
  const http = {
    get: (path: string, request: Call) => call('GET', path, request, AS_JSON),
    list: (path: string, request: Call) =>
      createList((query) => call('GET', path, { ...request, query }, AS_JSON), request.query ?? {}),
    bytes: (path: string, request: Call) => call('GET', path, request, AS_BYTES),
    text: (path: string, request: Call) => call('GET', path, request, asText('text/html')),
    csv: (path: string, request: Call) => call('GET', path, request, asText('text/csv')),
    post: (path: string, request: Call) => call('POST', path, request, AS_JSON),
    patch: (path: string, request: Call) => call('PATCH', path, request, AS_JSON),
    delete: (path: string, request: Call) => call('DELETE', path, request, AS_JSON),
    request: ({ method, path, as = 'json', ...request }: ApiRequest) =>
      call<unknown>(method.toUpperCase(), path, request, READS[as]),
  }
  return http as unknown as Http
}

type Tried<Body> = Read<Body> & { method: string; path: string; request: Call }

type Sent = { method: string; headers: Readonly<Record<string, string>> }

async function callWithRetries<Body>(
  connection: Connection,
  tried: Tried<Body>,
): Promise<ApiAnswer<Body>> {
  const { method, request, accept, read } = tried
  const path = filledPath(tried.path, request.path ?? {})
  const most = request.maxRetries ?? connection.maxRetries
  // All retries share one key, so the service carries out the request once.
  const newKey = method === 'POST' ? crypto.randomUUID() : undefined
  const idempotencyKey = request.idempotencyKey ?? newKey
  const sent = {
    fetch: connection.fetch,
    method,
    path,
    url: connection.baseUrl + path + searchOf(request.query ?? {}),
    headers: headersOf(connection, accept, { ...request, idempotencyKey }),
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    timeout: request.timeout ?? connection.timeout,
    signal: request.signal,
    logger: connection.logger,
  }
  let goneIsDone = false
  for (let failures = 1; ; failures++) {
    try {
      return await exchange({ ...sent, goneIsDone }, read)
    } catch (error) {
      if (failures > most || !mayTryAgain(sent, error)) throw error
      // This attempt may have deleted the object without a complete response. A 429 has no effect.
      if (method === 'DELETE' && !(error instanceof RateLimitError)) goneIsDone = true
      const delay = backoff(failures, {
        retryDelay: connection.retryDelay,
        retryAfter: error.retryAfter,
      })
      logRetry(sent, error, delay)
      await wait(delay, request.signal)
    }
  }
}

/**
 * Returns true if a request may be retried. A PATCH has no idempotency key, and a change with a
 * version would conflict with its own effect, so they are retried only if the service rejected them
 * without any effect. A POST has a key, so the service repeats its first response.
 */
function mayTryAgain({ method, headers }: Sent, error: unknown): error is PieceworkError {
  const isOnce = method === 'PATCH' || (method !== 'POST' && 'if-match' in headers)
  return isOnce ? error instanceof RateLimitError : isRetryable(error)
}
