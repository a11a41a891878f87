import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

export const subscriptionQuery = (organization: string, subscriptionId: string) =>
  queryOptions({
    queryKey: [organization, 'subscriptions', 'one', subscriptionId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}', {
          params: { path: { subscriptionId } },
          signal,
        }),
      ),
  })
