import type { RunAssign, RunRejectionCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Runs of agents: their spans, usage events, cost and revenue. */
export const runsOf = (http: Http) => ({
  list: (query?: Query<'/v1/runs'>, options?: RequestOptions) =>
    http.list('/v1/runs', { query, ...options }),
  get: (runId: string, options?: RequestOptions) =>
    http.get('/v1/runs/{runId}', { path: { runId }, ...options }),
  /** Rejects each outcome of a run that is billed. */
  reject: (runId: string, body: RunRejectionCreate, options?: WriteOptions) =>
    http.post('/v1/runs/{runId}/rejection', { path: { runId }, body, ...options }),
  /** Gives a run without a customer its customer. */
  assign: (runId: string, body: RunAssign, options?: WriteOptions) =>
    http.post('/v1/runs/{runId}/assign', { path: { runId }, body, ...options }),
})
