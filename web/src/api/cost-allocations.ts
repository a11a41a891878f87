import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type { CostAllocationCreate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type AllocationPage = NonNullable<paths['/v1/cost-allocations']['get']['parameters']['query']>

/** Key prefix of all queries of allocations, so that they are invalidated together. */
const allocationsKey = (organization: string) => [organization, 'cost-allocations'] as const

export const costAllocationsQuery = (organization: string, query: AllocationPage) =>
  queryOptions({
    queryKey: [...allocationsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/cost-allocations', { params: { query }, signal })),
  })

/** An allocation; null if the id does not exist. */
export const costAllocationQuery = (organization: string, allocationId: string) =>
  queryOptions({
    queryKey: [...allocationsKey(organization), 'one', allocationId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/cost-allocations/{allocationId}', {
          params: { path: { allocationId } },
          signal,
        }),
      ).catch(nullIfAbsent),
  })

export const createCostAllocation = (
  organization: string,
  body: CostAllocationCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/cost-allocations', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

type End = { allocationId: string; lastMonth: string }

export const endCostAllocation = (
  organization: string,
  { allocationId, lastMonth }: End,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/cost-allocations/{allocationId}/end', {
      params: { path: { allocationId }, header: { 'Idempotency-Key': key } },
      body: { lastMonth },
    }),
  )
