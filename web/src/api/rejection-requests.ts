import { queryOptions } from '@tanstack/react-query'
import type { paths, RejectionRequestDecline } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export type RejectionRequestFilter = NonNullable<
  paths['/v1/rejection-requests']['get']['parameters']['query']
>

/** What customers asked in the portal, the latest first. */
export const rejectionRequestsQuery = (organization: string, query: RejectionRequestFilter) =>
  queryOptions({
    queryKey: [organization, 'rejection-requests', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/rejection-requests', { params: { query }, signal })),
  })

const decided = (requestId: string, key: string) => ({
  path: { rejectionRequestId: requestId },
  header: { 'Idempotency-Key': key },
})

/** Accepts a request: its units are rejected. */
export const acceptRequest = (organization: string, requestId: string, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/rejection-requests/{rejectionRequestId}/accept', {
      params: decided(requestId, key),
    }),
  )

/** Declines a request; the customer sees the reason. */
export const declineRequest = (
  organization: string,
  requestId: string,
  body: RejectionRequestDecline,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/rejection-requests/{rejectionRequestId}/decline', {
      params: decided(requestId, key),
      body,
    }),
  )
