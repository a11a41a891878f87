import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type { paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type ServicePage = NonNullable<paths['/v1/services']['get']['parameters']['query']>

/** The catalog, in the same shape as other lists. */
export const servicesQuery = (organization: string, query: ServicePage) =>
  queryOptions({
    queryKey: [organization, 'services', query],
    queryFn: async ({ signal }) => {
      const { data, pagination } = await bodyOf(
        apiOf(organization).GET('/v1/services', { params: { query }, signal }),
      )
      return { results: data, totalResults: pagination.total }
    },
  })

/** An entry of the catalog; null if the id does not exist. */
export const serviceQuery = (organization: string, serviceId: string) =>
  queryOptions({
    queryKey: [organization, 'services', 'one', serviceId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/services/{serviceId}', {
          params: { path: { serviceId } },
          signal,
        }),
      ).catch(nullIfAbsent),
  })
