import { queryOptions } from '@tanstack/react-query'
import type { paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export type AuditFilter = NonNullable<paths['/v1/audit-log']['get']['parameters']['query']>

export const auditLogQuery = (organization: string, query: AuditFilter) =>
  queryOptions({
    queryKey: [organization, 'audit-log', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/audit-log', { params: { query }, signal })),
  })
