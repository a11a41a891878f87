import { queryOptions } from '@tanstack/react-query'
import type { paths } from './api.gen.ts'
import { apiOf, bodyOf } from './client.ts'

export type EventFilter = NonNullable<paths['/v1/events']['get']['parameters']['query']>

export const eventsQuery = (organization: string, query: EventFilter) =>
  queryOptions({
    queryKey: [organization, 'events', 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/events', { params: { query }, signal })),
  })
