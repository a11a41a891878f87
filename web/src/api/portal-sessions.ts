import { queryOptions } from '@tanstack/react-query'
import type { PortalSessionCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

const SHOWN = 10

/** Portal links of a customer, including those that no longer work. */
export const portalSessionsQuery = (organization: string, customerId: string) =>
  queryOptions({
    queryKey: [organization, 'portal-sessions', customerId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/portal-sessions', {
          params: { query: { customerId, includeExpired: true, limit: SHOWN } },
          signal,
        }),
      ),
  })

/** Has no idempotency key: the link is shown only once, so a retry could not return it. */
export const createPortalSession = (organization: string, body: PortalSessionCreate) =>
  bodyOf(apiOf(organization).POST('/v1/portal-sessions', { body }))

export const revokePortalSession = (organization: string, sessionId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/portal-sessions/{sessionId}', {
      params: { path: { sessionId } },
    }),
  )
