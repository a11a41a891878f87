import { queryOptions } from '@tanstack/react-query'
import type { paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type HoldPage = NonNullable<paths['/v1/guard/holds']['get']['parameters']['query']>
type DecisionPage = NonNullable<paths['/v1/guard/decisions']['get']['parameters']['query']>

/** Key prefix of holds, decisions and suggestions, which the next run may change. */
export const guardKey = (organization: string) => [organization, 'guard'] as const

export const holdsQuery = (organization: string, query: HoldPage) =>
  queryOptions({
    queryKey: [...guardKey(organization), 'holds', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/guard/holds', { params: { query }, signal })),
  })

export const decisionsQuery = (organization: string, query: DecisionPage) =>
  queryOptions({
    queryKey: [...guardKey(organization), 'decisions', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/guard/decisions', { params: { query }, signal })),
  })

export const suggestionsQuery = (organization: string) =>
  queryOptions({
    queryKey: [...guardKey(organization), 'suggestions'],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/guard/suggestions', { params: { query: {} }, signal })),
  })

export const releaseHold = (organization: string, holdId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/guard/holds/{holdId}/release', { params: { path: { holdId } } }),
  )
