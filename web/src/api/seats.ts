import { queryOptions } from '@tanstack/react-query'
import type { SeatsCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'
import { subscriptionsKey } from './subscriptions.ts'

/** The numbers of seats by date. */
export const seatsQuery = (organization: string, subscriptionId: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'seats', subscriptionId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}/seats', {
          params: { path: { subscriptionId } },
          signal,
        }),
      ),
  })

/** Previews a change of seats as if it were made now. */
export const seatsPreviewQuery = (
  organization: string,
  subscriptionId: string,
  query: SeatsCreate,
) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'seats preview', subscriptionId, query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}/seats/preview', {
          params: { path: { subscriptionId }, query },
          signal,
        }),
      ),
  })

export const changeSeats = (
  organization: string,
  subscriptionId: string,
  body: SeatsCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/subscriptions/{subscriptionId}/seats', {
      params: { path: { subscriptionId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
