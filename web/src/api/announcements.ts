import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type { AnnouncementResend, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'
import { webhooksKey } from './webhook-endpoints.ts'

export type AnnouncementFilter = NonNullable<
  paths['/v1/announcements']['get']['parameters']['query']
>

export const announcementsQuery = (organization: string, query: AnnouncementFilter) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'announcements', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/announcements', { params: { query }, signal })),
  })

/** An announcement; null if it does not exist, for example because it is no longer kept. */
export const announcementQuery = (organization: string, announcementId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'announcement', announcementId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/announcements/{announcementId}', {
          params: { path: { announcementId } },
          signal,
        }),
      ).catch(nullIfAbsent),
  })

/** The types of announcements with their descriptions; they change only with the service. */
export const announcementTypesQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'announcement-types'],
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/announcement-types', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const announcementDeliveriesQuery = (organization: string, announcementId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'announcement-deliveries', announcementId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/announcements/{announcementId}/deliveries', {
          params: { path: { announcementId } },
          signal,
        }),
      ),
  })

type Attempt = { announcementId: string; key: string }

/** Sends an announcement again; without an endpoint, to all that have a delivery of it. */
export const resendAnnouncement = (
  organization: string,
  { announcementId, key }: Attempt,
  body: AnnouncementResend,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/announcements/{announcementId}/resend', {
      params: { path: { announcementId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
