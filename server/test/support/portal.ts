import { expect } from 'vitest'
import type { Api, TestApp } from './app.ts'
import { type Browser, createBrowser } from './people.ts'

export const PORTAL_SESSIONS = '/v1/portal-sessions'

type PortalLink = { id: string; url: string; token: string; expiresAt: string }

/** Creates a portal link for a customer through the API. */
export async function givenPortalLink(
  api: Pick<Api, 'post'>,
  customerId: string,
  fields: object = {},
): Promise<PortalLink> {
  const { status, body } = await api.post(PORTAL_SESSIONS, { customerId, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Opens a link as a browser does; returns its redirect and cookies. */
export async function followLink(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: object } = {},
) {
  const response = await app.inject({ method, url: `/r/${token}`, headers: { ...headers } })
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  return {
    status: response.statusCode,
    location: response.headers.location,
    headers: response.headers,
    cookie: cookies[0]?.split(';', 1)[0],
    setCookie: cookies[0],
  }
}

/** Returns a browser of the customer that has just opened a link. */
export async function givenPortal(
  t: Pick<TestApp, 'app' | 'config'>,
  api: Pick<Api, 'post'>,
  customerId: string,
): Promise<Browser & { sessionId: string }> {
  const { id, token } = await givenPortalLink(api, customerId)
  const { location, cookie } = await followLink(t, token)
  expect(location).toBe('/portal')
  return { ...createBrowser(t, { cookie: cookie ?? '' }), sessionId: id }
}
