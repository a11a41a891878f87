import { queryOptions } from '@tanstack/react-query'
import type { ApiKeyCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type ApiKeyPage = {
  page?: number
  limit?: number
  search?: string
  isRevoked?: boolean
  sortOrder?: 'asc' | 'desc'
}

export const apiKeysQuery = (organization: string, query: ApiKeyPage) =>
  queryOptions({
    queryKey: [organization, 'api-keys', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/api-keys', { params: { query }, signal })),
  })

export const createApiKey = (organization: string, body: ApiKeyCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/api-keys', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const revokeApiKey = (organization: string, apiKeyId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/api-keys/{apiKeyId}', { params: { path: { apiKeyId } } }))
