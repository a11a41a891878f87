import { queryOptions } from '@tanstack/react-query'
import type { OrganizationUpdate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export const organizationQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'organization'],
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/organization', { signal })),
  })

export const updateOrganization = (organization: string, body: OrganizationUpdate) =>
  bodyOf(apiOf(organization).PATCH('/v1/organization', { body }))

export const renameSlug = (organization: string, body: { slug: string }) =>
  bodyOf(apiOf(organization).PATCH('/v1/organization/slug', { body }))
