import createClient from 'openapi-fetch'
import { type ApiError, errorOfResponse, networkErrorOf } from './api-error.ts'
import type { paths } from './api-types.ts'

const TIMEOUT_MS = 30_000

/** Adds a timeout to every request. */
const fetchInTime = (request: Request) => {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
  return fetch(request, { signal })
}

/** Calls the service as the signed-in user. */
export const api = createClient<paths, 'application/json'>({
  baseUrl: location.origin,
  fetch: fetchInTime,
})

const clients = new Map<string, typeof api>()

/**
 * Calls the service on behalf of an organization. Each page names its organization, so that two
 * tabs never mix.
 */
export function apiOf(organization: string): typeof api {
  const known = clients.get(organization)
  if (known) return known
  const headers = { 'x-piecework-organization': organization }
  const client = createClient<paths, 'application/json'>({
    baseUrl: location.origin,
    fetch: fetchInTime,
    headers,
  })
  clients.set(organization, client)
  return client
}

type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/** Returns the body of a successful response; throws an ApiError otherwise. */
export async function bodyOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch(throwSilence)
  if (!response.ok) throw errorOfResponse(response, error)
  return data as Data
}

type Parameters = Record<string, unknown>

/**
 * Downloads the rows of a list as a file. There is no timeout, because there may be millions of
 * rows. An interrupted download fails, so that no partial file looks complete.
 */
export async function csvOf(organization: string, path: string, query: Parameters): Promise<File> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
  }
  return fileOf(organization, `${path}?${parameters}`, 'text/csv')
}

/** Downloads a file from the service, under the name that the service gives it. */
export const fileOf = (organization: string, address: string, accept = '*/*'): Promise<File> =>
  fetchFile(address, { headers: { accept, 'x-piecework-organization': organization } })

/** Downloads a single document for a customer in the portal, with a timeout. */
export const portalFileOf = (address: string, accept = '*/*'): Promise<File> =>
  fetchFile(address, { headers: { accept }, signal: AbortSignal.timeout(TIMEOUT_MS) })

/**
 * Downloads many documents for a customer in the portal, without a timeout. An interrupted download
 * fails, so that no partial file looks complete.
 */
export const portalArchiveOf = (address: string): Promise<File> => fetchFile(address, {})

async function fetchFile(address: string, request: RequestInit): Promise<File> {
  const response = await fetch(address, request).catch(throwSilence)
  if (!response.ok) throw errorOfResponse(response, await response.json().catch(() => undefined))
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return new File([await response.blob().catch(throwSilence)], name, { type })
}

function throwSilence(error: unknown): never {
  // Aborted on purpose, for example because the page was left.
  if (error instanceof Error && error.name === 'AbortError') throw error
  throw networkErrorOf(error) satisfies ApiError
}
