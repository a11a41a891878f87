import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

export const attentionKey = (organization: string) => [organization, 'attention'] as const

export const attentionQuery = (organization: string) =>
  queryOptions({
    queryKey: attentionKey(organization),
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/attention', { signal })),
  })
