import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

const FILLING_MS = 1_500

/** The demo organization, if there is one; polled while it is being filled. */
export const demoQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'demo'],
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/demo', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.organization?.state === 'filling' && state.data.problem === null
        ? FILLING_MS
        : false,
  })

export const createDemo = (organization: string, key: string) =>
  bodyOf(apiOf(organization).POST('/v1/demo', { params: { header: { 'Idempotency-Key': key } } }))

export const deleteDemo = (organization: string) => bodyOf(apiOf(organization).DELETE('/v1/demo'))
