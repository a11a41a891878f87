import type { CostAllocationCreate, CostAllocationEnd } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Monthly amounts that are spread over the usage of a model. */
export const costAllocationsOf = (http: Http) => ({
  list: (query?: Query<'/v1/cost-allocations'>, options?: RequestOptions) =>
    http.list('/v1/cost-allocations', { query, ...options }),
  /** Reads an allocation, with what was spread in each month. */
  get: (allocationId: string, options?: RequestOptions) =>
    http.get('/v1/cost-allocations/{allocationId}', { path: { allocationId }, ...options }),
  /** Adds an allocation, and sets the rate of its running month. */
  create: (body: CostAllocationCreate, options?: WriteOptions) =>
    http.post('/v1/cost-allocations', { body, ...options }),
  /** Ends an allocation after a month, by default the running one. */
  end: (allocationId: string, body?: CostAllocationEnd, options?: WriteOptions) =>
    http.post('/v1/cost-allocations/{allocationId}/end', {
      path: { allocationId },
      body,
      ...options,
    }),
})
