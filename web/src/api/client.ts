import createClient from 'openapi-fetch'
import { type ApiError, refusalOf, silenceOf } from './api-error.ts'
import type { paths } from './api-types.ts'

const TIMEOUT_MS = 30_000

/** Every request ends, also when nobody answers. */
const fetchInTime = (request: Request) => {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
  return fetch(request, { signal })
}

/** Calls the service as whoever is signed in. */
export const api = createClient<paths, 'application/json'>({
  baseUrl: location.origin,
  fetch: fetchInTime,
})

const clients = new Map<string, typeof api>()

/** The same in the name of an organization: each page says which, so that two tabs never mix. */
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

/** The body of a good answer; every other is thrown as an ApiError. */
export async function bodyOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch(throwSilence)
  if (!response.ok) throw refusalOf(response, error)
  return data as Data
}

type Parameters = Record<string, unknown>

/**
 * The rows of a list as a file of its own. However long it takes: there may be millions. One that breaks off
 * is an error, never a part that looks whole.
 */
export async function csvOf(organization: string, path: string, query: Parameters): Promise<File> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
  }
  return fileOf(organization, `${path}?${parameters}`, 'text/csv')
}

/** What the service answers as a file, by the name that it gives it. */
export const fileOf = (organization: string, address: string, accept = '*/*'): Promise<File> =>
  fetchFile(address, { headers: { accept, 'x-piecework-organization': organization } })

/** The same for a customer in the portal. It is one document, so it is there in time or not at all. */
export const portalFileOf = (address: string): Promise<File> =>
  fetchFile(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })

async function fetchFile(address: string, request: RequestInit): Promise<File> {
  const response = await fetch(address, request).catch(throwSilence)
  if (!response.ok) throw refusalOf(response, await response.json().catch(() => undefined))
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return new File([await response.blob().catch(throwSilence)], name, { type })
}

function throwSilence(error: unknown): never {
  // Left on purpose, such as a page that is no longer wanted.
  if (error instanceof Error && error.name === 'AbortError') throw error
  throw silenceOf(error) satisfies ApiError
}
