import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

export const attentionQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'attention'],
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/attention', { signal })),
  })
