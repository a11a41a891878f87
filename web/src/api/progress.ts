import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

const LATEST = 5

export const latestEventsQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'events', 'latest'],
    // Always reads again, so that events that have just arrived appear.
    staleTime: 0,
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/events', { params: { query: { limit: LATEST } }, signal }),
      ),
  })

/** Progress of an organization to its first paid invoice. */
export const progressQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'progress'],
    // A step may just have been completed elsewhere, such as on the payment page.
    staleTime: 0,
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/getting-started', { signal })),
  })
